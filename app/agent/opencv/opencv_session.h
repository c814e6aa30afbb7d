// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model loaded into OpenCV's DNN module, and runs of it.
#pragma once

#include "onnx_glance.h"
#include "runnable.h"

#include <opencv2/dnn.hpp>

namespace metainfer::runner {

class OpencvSession final : public RunnableSession {
  public:
    static Result<std::unique_ptr<OpencvSession>> load(const ModelVariant& variant);

    const ModelTypes& types() const override { return m_glance.types; }
    const LoadReport& report() const override { return m_report; }
    Result<std::unique_ptr<RunnableInputs>>
    prepare(std::vector<NamedTensor> inputs, const std::vector<std::string>& outputs) override;

    const OnnxGlance& glance() const { return m_glance; }
    cv::dnn::Net& net() { return m_net; }
    int threads() const { return m_threads; }

  private:
    OpencvSession() = default;
    cv::dnn::Net m_net;
    OnnxGlance m_glance;
    LoadReport m_report;
    int m_threads = 0;
};

} // namespace metainfer::runner
