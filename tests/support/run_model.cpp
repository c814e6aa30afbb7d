// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Running models in tests.
#include "support/run_model.h"

#include "base/random.h"
#include "execution/agent_executor.h"
#include "ir/onnx_io.h"

#include <fmt/format.h>

#include <cmath>

namespace metainfer::test {

std::shared_ptr<Executor> localExecutor() {
    static const std::shared_ptr<Executor> executor = []() -> std::shared_ptr<Executor> {
        auto made = makeLocalExecutor();
        if (!made)
            return nullptr;
        return *made;
    }();
    return executor;
}

Result<std::vector<NamedTensor>> randomInputs(const ir::Model& model, std::uint64_t seed) {
    Random random(seed);
    std::map<std::string, std::int64_t> sizes;
    std::vector<NamedTensor> inputs;
    for (const ir::ValueId id : model.graph->inputs()) {
        const ir::Value& value = model.graph->value(id);
        if (value.constant)
            continue;
        const auto& type = value.type.tensor;
        if (!value.type.isTensor() || !type.shape)
            return fail(ErrorCode::Unsupported, "input of unknown shape: " + value.name);
        std::vector<std::int64_t> dims;
        std::size_t count = 1;
        for (const ir::Dim& dim : *type.shape) {
            if (!dim.isKnown() && !dim.isSymbolic())
                return fail(ErrorCode::Unsupported, "input of unknown shape: " + value.name);
            const auto next = static_cast<std::int64_t>(sizes.size()) + 2;
            dims.push_back(dim.isKnown() ? dim.value
                                         : sizes.try_emplace(dim.symbol, next).first->second);
            count *= static_cast<std::size_t>(dims.back());
        }
        if (type.element == ElementType::Float) {
            std::vector<float> values(count);
            for (float& v : values)
                v = static_cast<float>(random.uniform(-2, 2));
            inputs.push_back({value.name, HostTensor::fromFloats(dims, values)});
        } else if (type.element == ElementType::Int64) {
            std::vector<std::int64_t> values(count);
            for (auto& v : values)
                v = static_cast<std::int64_t>(random.below(2));
            inputs.push_back({value.name, HostTensor::fromInt64s(dims, values)});
        } else if (type.element == ElementType::Bool) {
            MI_ASSIGN(auto tensor,
                      HostTensor::fromBytes(ElementType::Bool, dims,
                                            std::vector<std::byte>(count, std::byte{1})));
            inputs.push_back({value.name, std::move(tensor)});
        } else {
            return fail(ErrorCode::Unsupported, "input of another type: " + value.name);
        }
    }
    return inputs;
}

Result<std::vector<NamedTensor>> runModel(const ir::Model& model, Executor& executor,
                                          const std::vector<NamedTensor>& inputs) {
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("run"));
    const auto path = folder.path() / "model.onnx";
    MI_CHECK(ir::exportOnnx(model, path));
    SessionOptions options;
    options.optimization = OptimizationLevel::None;
    options.threads = 1;
    return executor.run(path, options, inputs, {}, RunLimits{}, CancellationToken{});
}

std::string firstDifference(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b,
                            double tolerance) {
    if (a.size() != b.size())
        return fmt::format("{} outputs against {}", a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].name != b[i].name || a[i].tensor.dims != b[i].tensor.dims ||
            a[i].tensor.type != b[i].tensor.type)
            return fmt::format("output {}: {} [{}] against {} [{}]", i, a[i].name,
                               fmt::join(a[i].tensor.dims, ","), b[i].name,
                               fmt::join(b[i].tensor.dims, ","));
        const auto left = a[i].tensor.toFloats();
        const auto right = b[i].tensor.toFloats();
        if (!left || !right)
            continue;
        for (std::size_t k = 0; k < left->size(); ++k) {
            const double x = (*left)[k];
            const double y = (*right)[k];
            const bool same = (std::isnan(x) && std::isnan(y)) || x == y ||
                              std::abs(x - y) <= tolerance * (1 + std::abs(x));
            if (!same)
                return fmt::format("{}[{}]: {} against {}", a[i].name, k, x, y);
        }
    }
    return {};
}

} // namespace metainfer::test
