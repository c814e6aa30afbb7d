// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the parts of the importer share: the file, external files, the source table, conversions
// of single messages. Internal to core/ir; sees protobuf.
#pragma once

#include "ir/graph.h"
#include "ir/wire_reader.h"

#include <onnx/onnx_pb.h>

namespace metainfer::ir {

struct ImportContext {
    std::filesystem::path path;
    std::uint64_t fileSize = 0;
    const std::vector<FileSlice>* slices = nullptr; ///< of the message being converted
    std::map<std::string, std::shared_ptr<const RandomAccessFile>> externalFiles;
    std::vector<SourceNode> sources;

    /// InvalidModel whose message starts with the file's name.
    tl::unexpected<Error> invalid(std::string what, std::string hint = {}) const;
};

/// `place` names the tensor in messages: "tensor 'w'" or "attribute 'value' of node 'c1'".
Result<TensorData> importTensor(ImportContext& context, const onnx::TensorProto& proto,
                                const std::string& place);
Result<SparseTensorData> importSparse(ImportContext& context, const onnx::SparseTensorProto& proto,
                                      const std::string& place);
ValueType importType(const onnx::TypeProto& proto);

/// Everything of `unknown` but the fields in `known`, serialized; `known` fields that hold
/// StringStringEntryProtos are added to `entries`.
struct KnownLater {
    int metadataField = 0; ///< 0 = none
    std::map<std::string, std::string>* metadata = nullptr;
    int textField = 0;
    std::string* text = nullptr;
};
std::string importUnknown(const google::protobuf::UnknownFieldSet& unknown,
                          const KnownLater& known);

} // namespace metainfer::ir
