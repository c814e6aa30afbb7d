// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the Hardware place knows.
#include "hardware/hardware_presenter.h"

#include "features/model_features.h"
#include "hardware/fingerprint.h"
#include "hardware/profile_store.h"
#include "ir/onnx_io.h"

#include <algorithm>

namespace metainfer::workbench {
namespace {

namespace fs = std::filesystem;

using ModelResult = Result<std::shared_ptr<const ModelOperators>>;

/// Dimensions that are open are taken as 1, as for a single request.
ModelResult readOperators(engine::Commands& engine, const std::string& nameOrPath,
                          const CancellationToken& cancel) {
    MI_ASSIGN(const auto file, engine.findModel(nameOrPath));
    MI_ASSIGN(auto model, ir::importOnnx(file));
    std::map<std::string, std::int64_t> sizes;
    for (const ir::ValueId input : model.graph->inputs())
        if (const auto& shape = model.graph->value(input).type.tensor.shape)
            for (const ir::Dim& dim : *shape)
                if (dim.isSymbolic())
                    sizes.emplace(dim.symbol, 1);
    MI_CHECK(ir::inferShapes(model, nullptr, cancel, sizes));
    auto found = std::make_shared<ModelOperators>();
    found->model = QString::fromStdString(nameOrPath);
    const auto nodes = features::modelFeatures(model).nodes;
    for (const features::NodeFeatures& node : nodes) {
        if (!node.work) {
            found->unknown += node.family == "constant" ? 0 : 1;
            continue;
        }
        if (node.work->flops > 0 && node.work->bytes() > 0)
            found->operators.push_back({QString::fromStdString(node.site),
                                        QString::fromStdString(node.opType), node.work->flops,
                                        node.work->bytes(), node.dtype});
    }
    found->graph = std::make_shared<const ir::Model>(std::move(model));
    return found;
}

} // namespace

HardwarePresenter::HardwarePresenter(engine::Commands& engine, Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs)
    , m_catalogue(engine, jobs)
    , m_document(jobs) {
    connect(&m_catalogue, &ProfileCatalogue::changed, this, &HardwarePresenter::gather);
    connect(&m_document, &ProfileDocument::profileChanged, this, &HardwarePresenter::gather);
    connect(&m_document, &ProfileDocument::failed, this, &HardwarePresenter::problem);
    connect(&m_document, &ProfileDocument::saved, this, [this] { m_catalogue.reload(); });
}

bool HardwarePresenter::isLoading() const {
    return m_pending > 0 || m_catalogue.isLoading() || m_document.isBusy();
}

void HardwarePresenter::show(const fs::path& file) {
    m_similar.clear();
    m_history.clear();
    m_document.open(file);
}

void HardwarePresenter::showNew() {
    m_similar.clear();
    m_history.clear();
    m_document.startNew();
}

void HardwarePresenter::compareWith(const std::vector<fs::path>& files) {
    m_files = files;
    gather();
}

void HardwarePresenter::gather() {
    m_compared.clear();
    m_comparedFiles.clear();
    const auto add = [this](const fs::path& file,
                            const std::shared_ptr<const hardware::Profile>& profile) {
        if (!profile || std::find(m_comparedFiles.begin(), m_comparedFiles.end(), file) !=
                            m_comparedFiles.end())
            return;
        m_compared.push_back(
            {QString::fromStdString(profile->name), static_cast<int>(m_compared.size()), profile});
        m_comparedFiles.push_back(file);
    };
    add(m_document.file(), m_document.profile());
    for (const fs::path& file : m_files)
        if (const CatalogueEntry* entry = m_catalogue.find(file))
            add(entry->file, entry->profile);
    emit comparedChanged();
}

int HardwarePresenter::colorOf(const fs::path& file) const {
    const auto it = std::find(m_comparedFiles.begin(), m_comparedFiles.end(), file);
    return it == m_comparedFiles.end() || file.empty()
               ? -1
               : static_cast<int>(it - m_comparedFiles.begin());
}

void HardwarePresenter::chooseModel(const QString& nameOrPath) {
    m_modelAsked = nameOrPath;
    m_model.reset();
    emit modelChanged();
    if (nameOrPath.isEmpty())
        return;
    ++m_pending;
    m_jobs.run<ModelResult>(
        tr("Reading the operators of %1").arg(nameOrPath), this,
        [&engine = m_engine, name = nameOrPath.toStdString()](const JobContext& context) {
            return readOperators(engine, name, context.cancel);
        },
        [this, nameOrPath](ModelResult result) {
            --m_pending;
            if (nameOrPath != m_modelAsked)
                return;
            if (result)
                m_model = std::move(*result);
            else
                emit problem(result.error());
            emit modelChanged();
        });
}

void HardwarePresenter::offerModel(const QString& nameOrPath) {
    if (!m_modelAsked)
        chooseModel(nameOrPath);
}

void HardwarePresenter::findSimilar() {
    const auto profile = m_document.profile();
    if (!profile)
        return;
    std::vector<std::shared_ptr<const hardware::Profile>> others;
    for (const CatalogueEntry& entry : m_catalogue.entries())
        if (entry.profile)
            others.push_back(entry.profile);
    ++m_pending;
    // As it is edited, not as it is stored; the engine's query knows stored ones only.
    m_jobs.run<std::vector<hardware::Similarity>>(
        {}, this,
        [profile, others](const JobContext&) {
            std::vector<hardware::Profile> known;
            for (const auto& other : others)
                known.push_back(*other);
            return hardware::nearest(*profile, known, known.size());
        },
        [this](std::vector<hardware::Similarity> found) {
            --m_pending;
            m_similar = std::move(found);
            emit similarFound();
        });
}

void HardwarePresenter::readHistory() {
    const fs::path file = shown();
    m_history.clear();
    if (file.empty())
        return emit historyRead();
    ++m_pending;
    m_jobs.run<Result<std::vector<hardware::Revision>>>(
        {}, this,
        [&engine = m_engine, file](const JobContext&) {
            return engine.profileHistory(file.string());
        },
        [this, file](Result<std::vector<hardware::Revision>> revisions) {
            --m_pending;
            if (file != shown())
                return;
            if (revisions)
                m_history = std::move(*revisions);
            else
                emit problem(revisions.error());
            emit historyRead();
        });
}

void HardwarePresenter::previewRevision(int revision) {
    const fs::path file = shown();
    using Changes = Result<std::vector<hardware::FieldChange>>;
    ++m_pending;
    m_jobs.run<Changes>(
        {}, this,
        [file, revision](const JobContext&) -> Changes {
            MI_ASSIGN(const auto now, hardware::ProfileStore().load(file.string()));
            MI_ASSIGN(const auto then, hardware::ProfileStore::revision(file, revision));
            return hardware::diffProfiles(now.profile, then);
        },
        [this, revision](Changes changes) {
            --m_pending;
            if (changes)
                emit previewed(revision, *changes);
            else
                emit problem(changes.error());
        });
}

void HardwarePresenter::rollBack(int revision) {
    const fs::path file = shown();
    ++m_pending;
    m_jobs.run<Result<hardware::Profile>>(
        {}, this,
        [&engine = m_engine, file, revision](const JobContext&) {
            return engine.rollBackProfile(file.string(), revision);
        },
        [this, file](Result<hardware::Profile> stored) {
            --m_pending;
            if (!stored)
                return emit problem(stored.error());
            m_catalogue.reload();
            show(file);
            readHistory();
        });
}

} // namespace metainfer::workbench
