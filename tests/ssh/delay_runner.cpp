// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A runner in the place of ONNX Runtime's whose runs take a time that is known: each spins on the
// clock until that time is over. All that times and reports is the real runners' code.
#include "methods.h"
#include "runner_loop.h"
#include "timed_run.h"

#include "execution/agent_codec.h"

#include <array>
#include <cstdlib>

namespace metainfer::runner {

namespace {

constexpr const char* kDelayKey = "delay_us"; // of the session's configuration

class DelayInputs : public RunnableInputs {
  public:
    DelayInputs(double delayUs, std::vector<NamedTensor> inputs)
        : m_delayUs(delayUs)
        , m_inputs(std::move(inputs)) {}
    Status run() override {
        const double end = Instant::now().wallUs + m_delayUs;
        while (Instant::now().wallUs < end)
            ;
        return {};
    }
    void clear() override {}
    Result<std::vector<NamedTensor>> fetch() const override { return m_inputs; }

  private:
    double m_delayUs = 0;
    std::vector<NamedTensor> m_inputs;
};

class DelaySession : public RunnableSession {
  public:
    explicit DelaySession(double delayUs)
        : m_delayUs(delayUs) {
        m_report.runtimeVersion = "1.0.0";
        m_report.libraryFile = "/proc/self/exe";
    }
    const ModelTypes& types() const override { return m_types; }
    const LoadReport& report() const override { return m_report; }
    Result<std::unique_ptr<RunnableInputs>> prepare(std::vector<NamedTensor> inputs,
                                                    const std::vector<std::string>&) override {
        return std::make_unique<DelayInputs>(m_delayUs, std::move(inputs));
    }

  private:
    double m_delayUs = 0;
    ModelTypes m_types;
    LoadReport m_report;
};

} // namespace

Result<std::unique_ptr<RunnableSession>> loadSession(const ModelVariant& variant) {
    const auto it = variant.options.config.find(kDelayKey);
    if (it == variant.options.config.end())
        return fail(ErrorCode::InvalidArgument, "the session has no `delay_us`");
    return std::make_unique<DelaySession>(std::strtod(it->second.c_str(), nullptr));
}

Result<std::vector<std::filesystem::path>> readyRuntime(const SessionOptions&) {
    return std::vector<std::filesystem::path>();
}

Result<Json> inventory(const Json&, const Progress&) {
    RuntimeLibrary library;
    library.version = "1.0.0";
    library.file = "/proc/self/exe";
    library.origin = "agent";
    library.isDefault = true;
    return Json{{"runtimes", Json::array({toJson(library)})}};
}

} // namespace metainfer::runner

int main(int argc, char** argv) {
    using namespace metainfer;
    constexpr std::array<runner::NamedMethod, 7> kMethods = {{
        {"inventory", runner::inventory},
        {"load", runner::load},
        {"run", runner::run},
        {"run_many", runner::runMany},
        {"measure", runner::measure},
        {"compare", runner::compare},
        {"memory", runner::memory},
    }};
    return runner::serveAs(argc, argv, kMethods);
}
