// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From what was typed to what will be run.
#include "session/migration_check.h"

#include "base/file.h"
#include "session/advanced_check.h"
#include "session/duration.h"
#include "session/engine_words.h"
#include "session/field_reading.h"
#include "session/model_glance.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace metainfer::workbench {
namespace fs = std::filesystem;
namespace {

using widgets::MigrationField;
using widgets::MigrationValues;

/// Judges field by field; every method fills the deployment or leaves a message.
class Check {
    Q_DECLARE_TR_FUNCTIONS(MigrationCheck)

  public:
    Check(const MigrationValues& values, const session::Deployment& base, engine::Queries& engine)
        : m_values(values)
        , m_engine(engine) {
        const bool sameModel = values.model.toStdString() == base.model;
        if (sameModel)
            m_answer.deployment = base;
        m_answer.deployment.warnings.clear();
        m_answer.deployment.file.clear();
    }

    MigrationAnswer run(const QString& root) {
        model();
        target();
        objectives();
        limits();
        data();
        openSizes();
        search();
        AdvancedCheck::fill(m_values, m_answer.deployment,
                            [this](MigrationField field, const QString& text, bool isError) {
                                say(field, text, isError);
                            });
        m_answer.suggestedFolder = suggestFolder(root);
        folder();
        finish();
        return std::move(m_answer);
    }

  private:
    void say(MigrationField field, const QString& text, bool error = true) {
        if (!m_answer.messages.contains(field) || error)
            m_answer.messages.insert(field, {error, text});
    }
    static QString text(const Error& error) { return EngineWords::error(error); }
    static fs::path absolute(const QString& path) {
        std::error_code ignored;
        return fs::absolute(path.toStdString(), ignored).lexically_normal();
    }

    std::optional<double> number(MigrationField field, const QString& text, double low,
                                 double high) {
        return FieldReading::number(text, low, high,
                                    [&](const QString& mistake) { say(field, mistake); });
    }
    std::optional<int> integer(MigrationField field, const QString& text, int low, int high) {
        return FieldReading::integer(text, low, high,
                                     [&](const QString& mistake) { say(field, mistake); });
    }

    void model() {
        if (m_values.model.isEmpty())
            return say(MigrationField::Model, tr("Choose the model to adapt"));
        const bool isPath = m_values.model.contains('/') || m_values.model.endsWith(".onnx");
        const auto found = m_engine.findModel(m_values.model.toStdString());
        if (!found)
            return say(MigrationField::Model, isPath || fs::is_directory(absolute(m_values.model))
                                                  ? noFile(absolute(m_values.model))
                                                  : text(found.error()));
        m_modelFile = *found;
        m_answer.deployment.model = isPath
                                        ? absolute(QString::fromStdString(found->string())).string()
                                        : m_values.model.toStdString();
        m_glance = glanceAt(absolute(QString::fromStdString(found->string())));
        if (m_glance->problem)
            say(MigrationField::Model, text(*m_glance->problem));
    }

    /// Why there is no model, in terms of the form, which has no deployment file.
    static QString noFile(const fs::path& path) {
        const QString shown = QString::fromStdString(path.string());
        std::error_code ignored;
        return fs::is_directory(path, ignored)
                   ? tr("%1 is a folder; choose the ONNX file in it").arg(shown)
                   : tr("%1 does not exist").arg(shown);
    }

    /// The sizes that neither the form nor its file nor its data settle, as the engine would ask
    /// for them after the start.
    void openSizes() {
        if (!m_glance || m_glance->problem)
            return;
        const session::Deployment& d = m_answer.deployment;
        std::set<std::string> known, settled;
        QStringList open;
        for (const auto& [name, size] : d.dimensions)
            settled.insert(name);
        for (const candidates::InputSpec& input : m_glance->inputs) {
            for (const ir::Dim& dim : input.shape)
                known.insert(dim.symbol);
            // The first size is the batch, and the data show the others.
            if (!input.shape.empty())
                settled.insert(input.shape[0].symbol);
            const auto entry = d.inputs.find(input.name);
            const bool given = entry != d.inputs.end() && !entry->second.shape.empty();
            for (const ir::Dim& dim : input.shape)
                if (given || !d.accuracy.calibration.empty())
                    settled.insert(dim.symbol);
        }
        for (const auto& [name, entry] : d.inputs)
            for (const auto& [symbol, size] : entry.dimensions)
                settled.insert(symbol);
        for (const std::string& symbol : known)
            if (!symbol.empty() && !settled.contains(symbol))
                open << QString::fromStdString(symbol);
        if (!open.isEmpty())
            say(MigrationField::Dimensions,
                tr("The model leaves sizes open: %1. Give each a size, for example %2=64")
                    .arg(open.join(", "), open.first()));
        for (const auto& [name, size] : d.dimensions)
            if (!known.contains(name))
                say(MigrationField::Dimensions,
                    tr("The model leaves no size “%1” open").arg(QString::fromStdString(name)));
    }

    void target() {
        session::Deployment& d = m_answer.deployment;
        d.device.clear();
        d.hardware.clear();
        if (m_values.target.isEmpty())
            return say(MigrationField::Target, tr("Choose a device or a hardware profile"));
        if (isDevice(m_values.target)) {
            d.device = m_values.target.toStdString();
            return;
        }
        const auto profile = m_engine.profile(m_values.target.toStdString());
        if (!profile)
            return say(MigrationField::Target, text(profile.error()));
        const bool isPath = m_values.target.contains('/') || m_values.target.endsWith(".yaml");
        d.hardware = isPath ? absolute(m_values.target).string() : m_values.target.toStdString();
        say(MigrationField::Target,
            tr("There is no such device here: all times will be simulated, accuracy is real"),
            false);
    }

    /// It runs there: this machine, a device that was added or a toolchain, each also with the
    /// runtime behind a colon.
    bool isDevice(const QString& target) {
        const std::string name = measurement::splitDeviceName(target.toStdString()).device;
        if (name == "local")
            return true;
        const auto devices = m_engine.devices().devices;
        return std::any_of(devices.begin(), devices.end(), [&name](const auto& known) {
            return known.name == name && known.kind != measurement::DeviceKind::Simulated;
        });
    }

    void objectives() {
        search::Objectives& objectives = m_answer.deployment.objectives;
        objectives.terms.clear();
        objectives.weighted = m_values.weighted;
        const qsizetype most = m_values.weighted ? m_values.objectives.size() : 2;
        for (qsizetype i = 0; i < std::min(most, m_values.objectives.size()); ++i) {
            const widgets::ObjectiveRow& row = m_values.objectives[i];
            if (row.metric.isEmpty())
                continue;
            const auto metric = measurement::metricFromName(row.metric.toStdString());
            if (!metric) {
                say(MigrationField::Objectives, tr("“%1” is no metric").arg(row.metric));
                continue;
            }
            for (const search::Objective& earlier : objectives.terms)
                if (earlier.metric == *metric)
                    say(MigrationField::Objectives, tr("The same objective is named twice"));
            search::Objective term{*metric, 1, measurement::metricDirection(*metric), std::nullopt};
            if (m_values.weighted)
                if (const auto weight = number(MigrationField::Objectives, row.weight, 0.001, 1000))
                    term.weight = *weight;
            objectives.terms.push_back(term);
        }
        if (objectives.terms.empty())
            say(MigrationField::Objectives, tr("Choose what to optimize"));
    }

    void limits() {
        search::Constraints& c = m_answer.deployment.constraints;
        c.maxLatencyMs = number(MigrationField::MaxLatency, m_values.maxLatencyMs, 1e-6, 1e7);
        c.maxMemoryMb = number(MigrationField::MaxMemory, m_values.maxMemoryMb, 0.001, 1e7);
        c.maxAccuracyDrop.reset();
        const QString& drop = m_values.maxAccuracyDrop;
        if (const auto points = number(MigrationField::MaxAccuracyDrop, drop, 0, 100))
            c.maxAccuracyDrop = *points / 100;
        else if (drop.isEmpty() && m_values.gate.isEmpty()) // what holds is also written down
            c.maxAccuracyDrop = widgets::kUsualAccuracyDrop / 100;
        c.maxThreads = integer(MigrationField::MaxThreads, m_values.maxThreads, 1, 4096);
        dimensions();
    }

    void dimensions() {
        auto& dimensions = m_answer.deployment.dimensions;
        dimensions.clear();
        static const QRegularExpression pair(R"(^\s*([^=\s]+)\s*[=:]\s*(\d+)\s*$)");
        for (const QString& part : m_values.dimensions.split(',', Qt::SkipEmptyParts)) {
            const auto match = pair.match(part);
            const qint64 size = match.captured(2).toLongLong();
            if (!match.hasMatch() || size < 1 || size > (1 << 30))
                say(MigrationField::Dimensions,
                    tr("“%1” is not name=size, for example batch=1").arg(part.trimmed()));
            else
                dimensions[match.captured(1).toStdString()] = size;
        }
    }

    QString dataFile(MigrationField field, const QString& text) {
        if (text.isEmpty())
            return {};
        const fs::path path = absolute(text);
        const QString full = QString::fromStdString(path.string());
        std::error_code ignored;
        if (!fs::exists(path, ignored))
            say(field, tr("%1 does not exist").arg(full));
        return full;
    }

    void data() {
        session::AccuracySettings& a = m_answer.deployment.accuracy;
        a.calibration = dataFile(MigrationField::Calibration, m_values.calibration).toStdString();
        a.validation = dataFile(MigrationField::Validation, m_values.validation).toStdString();
        a.metric = m_values.metric.toStdString();
        a.command = m_values.metric == "command" ? m_values.metricCommand.toStdString() : "";
        a.gate = number(MigrationField::Gate, m_values.gate, 0, 1);
        if (m_values.metric == "command" && m_values.metricCommand.isEmpty())
            say(MigrationField::MetricCommand, tr("Name the program that judges a model"));
        if ((m_values.metric == "top1" || m_values.metric == "map50") && a.validation.empty())
            say(MigrationField::Validation, tr("This metric needs validation data with labels"));
        if (!a.calibration.empty() && a.calibration == a.validation)
            say(MigrationField::Validation,
                tr("The same data as calibration: validate on data that calibration never sees"));
        std::error_code ignored;
        if (a.calibration.empty() && !m_modelFile.empty() &&
            fs::exists(m_modelFile.parent_path() / "deployment.yaml", ignored))
            say(MigrationField::Calibration,
                tr("This model has data of its own: Samples, or its deployment.yaml, fills them "
                   "in. Without data, int8 is calibrated on random values"),
                false);
        else if (a.calibration.empty() && !m_values.model.isEmpty())
            say(MigrationField::Calibration,
                tr("Without data, int8 is calibrated on random values: its accuracy says little"),
                false);
    }

    void search() {
        search::SearchSettings& s = m_answer.deployment.search;
        if (const auto budget = integer(MigrationField::Budget, m_values.budget, 1, 100000)) {
            m_answer.request.budget = budget;
            s.graph.budget.reset(); // one number for the whole search; the engine splits it
        }
        s.timeLimit.reset();
        if (!m_values.timeLimit.isEmpty()) {
            s.timeLimit = session::parseDuration(m_values.timeLimit.toStdString());
            if (!s.timeLimit)
                say(MigrationField::TimeLimit,
                    tr("“%1” is no duration; write for example 90s, 10m or 1h30m")
                        .arg(m_values.timeLimit));
        }
        if (m_values.seed.isEmpty())
            return say(MigrationField::Seed, tr("Give a seed, so that the search can be repeated"));
        bool ok = false;
        s.seed = m_values.seed.toULongLong(&ok);
        if (!ok)
            say(MigrationField::Seed,
                tr("Must be a whole number from 0, not “%1”").arg(m_values.seed));
    }

    QString suggestFolder(const QString& root) const {
        fs::path stem = m_modelFile.stem();
        if (m_modelFile.empty())
            return {};
        // Samples are all called model.onnx; their folder names them.
        if (stem == "model")
            stem = fs::absolute(m_modelFile).parent_path().filename();
        const QString plain = QString(m_values.target).replace(':', '-');
        const bool isPath = plain.contains('/') || plain.endsWith(".yaml");
        const std::string target =
            isPath ? fs::path(plain.toStdString()).stem().string() : plain.toStdString();
        const fs::path base = fs::path(root.toStdString()) / (stem.string() + "-" + target);
        for (int n = 1; n < 10000; ++n) {
            const fs::path folder =
                n == 1 ? base : fs::path(base.string() + "-" + std::to_string(n));
            std::error_code ignored;
            if (!fs::exists(folder, ignored) && !fs::exists(folder.string() + ".yaml", ignored))
                return QString::fromStdString(folder.string());
        }
        return {};
    }

    void folder() {
        if (m_values.folder.isEmpty())
            return say(MigrationField::Folder, tr("Name the folder for the session"));
        const fs::path folder = absolute(m_values.folder);
        std::error_code ignored;
        if (session::isSessionFolder(folder))
            return say(MigrationField::Folder,
                       tr("Holds a session already; open it to resume, or choose another name"));
        if (fs::exists(folder, ignored) && !fs::is_empty(folder, ignored))
            return say(MigrationField::Folder, tr("Is not empty; choose a new folder"));
        if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
            return say(MigrationField::Folder, tr("Is a file; choose a new folder"));
        m_answer.request.out = folder;
        m_answer.request.deployment = folder.string() + ".yaml";
        if (fs::exists(m_answer.request.deployment, ignored))
            say(MigrationField::Folder,
                tr("%1 exists and will be replaced")
                    .arg(QString::fromStdString(m_answer.request.deployment.string())),
                false);
    }

    void finish() {
        m_answer.request.useExperience = m_values.useExperience;
        m_answer.ready = true;
        for (const widgets::FieldMessage& message : std::as_const(m_answer.messages))
            m_answer.ready = m_answer.ready && !message.isError;
        m_answer.yaml = QString::fromStdString(m_answer.deployment.toYaml());
        if (!m_answer.request.out.empty())
            m_answer.command = adaptCommand(m_answer.request);
        if (!m_answer.ready)
            return;
        // The reader has the last word: what the form lets through, it must accept.
        const auto read =
            session::parseDeployment(m_answer.yaml.toStdString(), m_answer.request.deployment);
        if (!read) {
            m_answer.ready = false;
            say(MigrationField::Model, text(read.error()));
        }
    }

    const MigrationValues& m_values;
    engine::Queries& m_engine;
    fs::path m_modelFile;
    std::shared_ptr<const ModelGlance> m_glance;
    MigrationAnswer m_answer;
};

template <typename T>
QString optionalText(const std::optional<T>& value) {
    return value ? FieldReading::text(static_cast<double>(*value)) : QString();
}

/// Absolute: the command is typed in whatever folder its reader is in.
QString quoted(const fs::path& path) {
    std::error_code ignored;
    const fs::path full = fs::absolute(path, ignored).lexically_normal();
    return shellWord(QString::fromStdString((ignored ? path : full).string()));
}

} // namespace

QString shellWord(const QString& word) {
    static const QRegularExpression plain("^[A-Za-z0-9_@%+=:,./-]+$");
    return plain.match(word).hasMatch() ? word : "'" + QString(word).replace("'", "'\\''") + "'";
}

MigrationAnswer checkMigration(const MigrationValues& values, const session::Deployment& base,
                               const QString& root, engine::Queries& engine) {
    return Check(values, base, engine).run(root);
}

MigrationValues valuesOf(const session::Deployment& d) {
    MigrationValues v;
    v.model = QString::fromStdString(d.model);
    v.target = QString::fromStdString(d.device.empty() ? session::resolveHardware(d) : d.device);
    v.weighted = d.objectives.weighted;
    for (qsizetype i = 0; i < v.objectives.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        v.objectives[i] = {"", "1"};
        if (at < d.objectives.terms.size()) {
            const search::Objective& term = d.objectives.terms[at];
            v.objectives[i] = {
                QString::fromStdString(std::string(measurement::metricName(term.metric))),
                FieldReading::text(term.weight)};
        }
    }
    v.maxLatencyMs = optionalText(d.constraints.maxLatencyMs);
    v.maxMemoryMb = optionalText(d.constraints.maxMemoryMb);
    if (d.constraints.maxAccuracyDrop)
        v.maxAccuracyDrop = FieldReading::text(*d.constraints.maxAccuracyDrop * 100);
    v.maxThreads = optionalText(d.constraints.maxThreads);
    QStringList dimensions;
    for (const auto& [name, size] : d.dimensions)
        dimensions << QString("%1=%2").arg(QString::fromStdString(name)).arg(size);
    v.dimensions = dimensions.join(", ");
    v.calibration = QString::fromStdString(d.accuracy.calibration);
    v.validation = QString::fromStdString(d.accuracy.validation);
    v.metric = QString::fromStdString(d.accuracy.metric);
    v.metricCommand = QString::fromStdString(d.accuracy.command);
    v.gate = optionalText(d.accuracy.gate);
    const search::GraphStage& stage = d.search.graph;
    v.budget = QString::number(stage.budget ? *stage.budget
                               : stage.rounds && stage.candidatesPerRound
                                   ? *stage.rounds * *stage.candidatesPerRound
                                   : 32);
    v.timeLimit = d.search.timeLimit
                      ? QString::fromStdString(session::formatDuration(*d.search.timeLimit))
                      : QString();
    v.seed = QString::number(d.search.seed);
    AdvancedCheck::show(d, v);
    return v;
}

QString adaptCommand(const engine::AdaptRequest& request) {
    QStringList words{"metainfer", "adapt", quoted(request.deployment), "--out",
                      quoted(request.out)};
    if (!request.hardware.empty())
        words << "--hardware" << shellWord(QString::fromStdString(request.hardware));
    if (request.budget)
        words << "--budget" << QString::number(*request.budget);
    if (request.seed)
        words << "--seed" << QString::number(*request.seed);
    if (request.timeLimit)
        words << "--time-limit" << QString("%1s").arg(request.timeLimit->count());
    if (!request.useExperience)
        words << "--no-experience";
    if (request.resume)
        words << "--resume";
    return words.join(' ');
}

Status writeDeployment(const MigrationAnswer& answer) {
    MI_CHECK(createDirectories(answer.request.deployment.parent_path()));
    return writeFileAtomically(answer.request.deployment, answer.yaml.toStdString());
}

} // namespace metainfer::workbench
