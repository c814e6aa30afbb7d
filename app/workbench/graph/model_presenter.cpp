// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Model place without its widgets: what is open and how the two sides belong together.
#include "graph/model_presenter.h"

#include "base/file.h"

#include <algorithm>

namespace metainfer::workbench {

using namespace drawing;

namespace {

constexpr Side kSides[] = {Side::Source, Side::Adapted};

/// Sizes that the session chose for dynamic dimensions.
std::map<std::string, std::int64_t> boundSizes(const Json& mapping) {
    std::map<std::string, std::int64_t> sizes;
    const Json::json_pointer where("/candidate/variant/shape_bindings");
    if (mapping.contains(where) && mapping[where].is_object())
        for (const auto& [name, size] : mapping[where].items())
            if (size.is_number_integer())
                sizes.emplace(name, size.get<std::int64_t>());
    return sizes;
}

/// A session may have been made from another folder: its model is then looked for from the
/// session's folder upwards.
std::filesystem::path located(const std::filesystem::path& model,
                              const std::filesystem::path& folder) {
    std::error_code ignored;
    if (model.is_absolute() || model.empty() || std::filesystem::exists(model, ignored))
        return model;
    for (std::filesystem::path at = folder; at.has_relative_path(); at = at.parent_path())
        if (std::filesystem::exists(at / model, ignored))
            return at / model;
    return model;
}

} // namespace

ModelPresenter::ModelPresenter(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_source(new GraphPresenter(workspace.jobs(), this))
    , m_adapted(new GraphPresenter(workspace.jobs(), this)) {
    connect(&workspace, &Workspace::modelOpened, this, &ModelPresenter::showModel);
    connect(&workspace, &Workspace::candidateAsked, this, &ModelPresenter::showCandidate);
    connect(&workspace, &Workspace::nodeAsked, this, &ModelPresenter::showNode);
    connect(&workspace, &Workspace::currentChanged, this, [this] {
        m_opened.clear();
        if (!m_workspace.current() && !m_folder.empty())
            return closeSession();
        showSession();
    });
    connect(m_source, &GraphPresenter::modelChanged, this, &ModelPresenter::sourceReady);
    for (const Side side : kSides) {
        const auto again = [this, side] {
            compare();
            makeOverlay(side);
        };
        connect(&graph(side), &GraphPresenter::modelChanged, this, again);
        connect(&graph(side), &GraphPresenter::loadingChanged, this, &ModelPresenter::findNode);
        connect(&graph(side), &GraphPresenter::typesArrived, this, again);
    }
    m_overlayKind = overlayFromName(
        workspace.settings().value("graph/overlay", overlayName(GraphOverlay::None)).toString());
    m_hardware = workspace.settings().value("graph/hardware").toString();
    readProfiles();
}

bool ModelPresenter::isLoading() const {
    return m_source->isLoading() || m_adapted->isLoading() || m_compareJob != 0 ||
           m_colours[0].job != 0 || m_colours[1].job != 0 || m_tensorJob != 0 || m_lifetimeJob != 0;
}

QString ModelPresenter::title() const {
    const std::filesystem::path& path = m_source->path();
    if (path.empty())
        return {};
    // "model.onnx" says little: its folder names it.
    const auto name =
        QString::fromStdString((path.parent_path().filename() / path.filename()).string());
    if (m_folder.empty())
        return name;
    return tr("%1 in session %2").arg(name, QString::fromStdString(m_folder.filename().string()));
}

void ModelPresenter::forgetSession() {
    m_folder.clear();
    m_modelPath.clear();
    m_adaptedPath.clear();
    m_wantedNode.clear();
    m_mapping = Json();
    m_adapted->clear();
}

void ModelPresenter::showModel(const QString& file) {
    emit sessionOpening(nullptr);
    m_opened = file;
    forgetSession();
    m_source->open(file.toStdString());
    emit titleChanged();
    emit adaptedChanged();
}

void ModelPresenter::closeSession() {
    emit sessionOpening(nullptr);
    forgetSession();
    m_source->clear();
    emit titleChanged();
    emit adaptedChanged();
}

void ModelPresenter::showSession() {
    SessionPresenter* session = m_workspace.current();
    if (!session || !m_opened.isEmpty())
        return;
    connect(session, &SessionPresenter::contentChanged, this, &ModelPresenter::showSession,
            Qt::UniqueConnection);
    if (session->content())
        openSession(*session->content());
}

void ModelPresenter::showCandidate(const BuiltCandidate& candidate) {
    m_workspace.jobs().run<Result<Json>>(
        {}, this, [file = candidate.mapping](const JobContext&) { return readJsonFile(file); },
        [this, candidate](Result<Json> mapping) {
            if (!mapping)
                return m_workspace.say(mapping.error());
            m_opened.clear();
            m_candidate = candidate;
            m_candidateMapping = std::move(*mapping);
            showSession();
        });
}

QString ModelPresenter::adaptedId() const {
    const Json::json_pointer where("/candidate/id");
    return m_mapping.contains(where) && m_mapping[where].is_string()
               ? QString::fromStdString(m_mapping[where].get<std::string>())
               : QString();
}

bool ModelPresenter::isOtherCandidate() const {
    return m_candidate && m_candidate->session == m_folder;
}

void ModelPresenter::showChoice() {
    m_candidate.reset();
    showSession();
}

void ModelPresenter::showNode(const QString& name) {
    m_wantedNode = name;
    if (!m_opened.isEmpty()) {
        m_opened.clear();
        showSession();
    }
    findNode();
}

void ModelPresenter::findNode() {
    // What was shown before stays until the model that is asked for is there.
    if (m_wantedNode.isEmpty() || !m_source->model() || !m_source->picture() ||
        m_source->model()->path != m_source->path())
        return;
    for (const Side side : kSides) {
        const LoadedModelPtr model = graph(side).model();
        GraphElement element;
        if (model && graph(side).picture())
            element.item = findByName(*model, m_wantedNode.toStdString());
        if (!element.isValid())
            continue;
        m_wantedNode.clear();
        emit elementAsked(side, element);
        return;
    }
    if (m_source->isLoading() || m_adapted->isLoading())
        return; // the adapted model may have it
    const QString name = std::exchange(m_wantedNode, {});
    m_workspace.say({ErrorCode::NotFound,
                     tr("No operator of this model is named \"%1\".").arg(name).toStdString(),
                     tr("It may have been folded away by a rewrite.").toStdString(),
                     {}});
}

void ModelPresenter::openSession(const session::SessionContent& content) {
    const bool isOther = m_candidate && m_candidate->session == content.folder;
    const std::filesystem::path model = located(content.info.modelPath, content.folder);
    const std::filesystem::path adapted =
        isOther ? m_candidate->model : content.folder / "adapted.onnx";
    std::error_code ignored;
    const bool isAdapted =
        (isOther || content.mapping) && std::filesystem::exists(adapted, ignored);
    const Json mapping = !isAdapted ? Json() : isOther ? m_candidateMapping : *content.mapping;
    if (model.empty() ||
        (m_folder == content.folder && m_modelPath == model && mapping == m_mapping))
        return;
    emit sessionOpening(m_workspace.current());
    m_folder = content.folder;
    m_modelPath = model;
    m_mapping = mapping;
    m_adaptedPath = isAdapted ? adapted : std::filesystem::path();
    m_sessionHardware = QString::fromStdString(content.info.hardwareName);
    m_source->open(model, boundSizes(m_mapping));
    m_adapted->clear(); // after it: who looks meanwhile sees that another model is on its way
    emit titleChanged();
    emit adaptedChanged();
}

/// The adapted model is traced to the source, so it is read after it. When the source is gone, the
/// adapted one is shown alone.
void ModelPresenter::sourceReady() {
    if (m_source->failure() && !m_adaptedPath.empty()) {
        m_workspace.say(*m_source->failure());
        m_source->open(std::exchange(m_adaptedPath, {}));
        emit titleChanged();
        emit adaptedChanged();
        return;
    }
    if (m_source->model() && !m_adaptedPath.empty()) {
        m_adapted->openAdapted(m_adaptedPath, m_source->model(), m_mapping);
        emit adaptedChanged();
    }
}

void ModelPresenter::compare() {
    m_workspace.jobs().cancel(m_compareJob);
    m_compareJob = 0;
    const LoadedModelPtr source = m_source->model(), adapted = m_adapted->model();
    if (!source || !adapted) {
        if (m_difference) {
            m_difference.reset();
            emit differenceChanged();
        }
        return;
    }
    using Answer = std::shared_ptr<const Difference>;
    m_compareJob = m_workspace.jobs().run<Answer>(
        {}, this,
        [source, adapted](const JobContext&) {
            return std::make_shared<const Difference>(
                drawing::difference(*source->diagram, *adapted->diagram));
        },
        [this, source, adapted](Answer answer) {
            if (source != m_source->model() || adapted != m_adapted->model())
                return;
            m_compareJob = 0;
            m_difference = std::move(answer);
            emit differenceChanged();
        });
}

std::vector<GraphElement>
ModelPresenter::counterparts(Side of, const std::vector<GraphElement>& elements) const {
    std::vector<GraphElement> found;
    if (!m_difference)
        return found;
    const auto& table = of == Side::Source ? m_difference->toAdapted : m_difference->toSource;
    const Diagram& diagram = *graph(of).model()->diagram;
    std::vector<ItemId> items;
    const auto add = [&](ItemId item) {
        if (item.index < table.size())
            items.insert(items.end(), table[item.index].begin(), table[item.index].end());
    };
    for (const GraphElement& element : elements) {
        if (element.item.isValid())
            add(element.item);
        if (element.tensor.isValid())
            add(diagram.tensor(element.tensor).producer);
        if (element.group.isValid())
            for (std::size_t i = 0; i < diagram.group(element.group).itemCount; ++i)
                add(ItemId(diagram.group(element.group).firstItem.index + i));
    }
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    for (const ItemId item : items) {
        GraphElement element;
        element.item = item;
        found.push_back(element);
    }
    // First the one of the same kind: among many it is the one that is looked for.
    if (!elements.empty() && elements.back().item.isValid()) {
        const std::string& type = diagram.item(elements.back().item).type;
        const Diagram& others =
            *graph(of == Side::Source ? Side::Adapted : Side::Source).model()->diagram;
        std::stable_partition(found.begin(), found.end(), [&](const GraphElement& element) {
            return others.item(element.item).type == type;
        });
    }
    return found;
}

std::shared_ptr<const std::vector<Change>> ModelPresenter::changes(Side side) const {
    if (!m_difference)
        return nullptr;
    // Shares the difference's life.
    return {m_difference, side == Side::Source ? &m_difference->source : &m_difference->adapted};
}

void ModelPresenter::readParameter(Side side, ItemId id, int parameter) {
    const LoadedModelPtr model = graph(side).model();
    if (!model || !id.isValid())
        return;
    const Item& item = model->diagram->item(id);
    if (parameter < 0 || parameter >= static_cast<int>(item.parameters.size()))
        return;
    const Parameter& chosen = item.parameters[static_cast<std::size_t>(parameter)];
    const ir::Value& value = model->graphOf(item).value(chosen.value);
    const ir::TensorData* data = nullptr;
    if (value.constant)
        data = &*value.constant;
    else if (value.producer.isValid()) // a Constant operator
        if (const auto* held = model->graphOf(item).node(value.producer).attribute("value");
            held && !held->tensors.empty())
            data = &held->tensors.front();
    m_workspace.jobs().cancel(m_tensorJob);
    m_tensor = {QString::fromStdString(chosen.name), data != nullptr, std::nullopt, nullptr};
    m_tensorData = data ? std::optional(*data) : std::nullopt;
    if (!data) {
        m_tensor.failure =
            Error{ErrorCode::Unsupported,
                  tr("The content of this parameter is not a plain tensor.").toStdString(),
                  {},
                  {}};
        emit tensorChanged();
        return;
    }
    using Answer = Result<widgets::TensorStatistics>;
    m_tensorJob = m_workspace.jobs().run<Answer>(
        {}, this,
        [data = *data](const JobContext& context) {
            return widgets::tensorStatistics(data, 64, context.cancel);
        },
        [this, name = m_tensor.name](Answer answer) {
            if (name != m_tensor.name || (!answer && answer.error().code == ErrorCode::Cancelled))
                return;
            m_tensorJob = 0;
            m_tensor.isReading = false;
            if (answer)
                m_tensor.statistics =
                    std::make_shared<const widgets::TensorStatistics>(std::move(*answer));
            else
                m_tensor.failure = answer.error();
            emit tensorChanged();
        });
    emit tensorChanged();
}

void ModelPresenter::exportTensor(const QString& file) {
    if (!m_tensorData)
        return;
    m_workspace.jobs().run<Status>(
        tr("Writing %1").arg(file), this,
        [data = *m_tensorData, path = file.toStdString()](const JobContext&) {
            return widgets::exportNpy(data, path);
        },
        [this](Status status) {
            if (!status)
                m_workspace.say(status.error());
        });
}

void ModelPresenter::readLifetimes(Side side) {
    const LoadedModelPtr model = graph(side).model();
    m_workspace.jobs().cancel(m_lifetimeJob);
    m_lifetimes.reset();
    m_lifetimeSide = side;
    emit lifetimesChanged();
    if (!model)
        return;
    using Answer = std::shared_ptr<const widgets::LifetimeData>;
    m_lifetimeJob = m_workspace.jobs().run<Answer>(
        {}, this,
        [model](const JobContext&) -> Answer {
            auto data = std::make_shared<widgets::LifetimeData>(
                *widgets::LifetimeData::of(model->sized ? *model->sized->graph : model->graph()));
            data->sizedWith = model->sizedWith;
            return data;
        },
        [this, model, side](Answer answer) {
            if (model != graph(side).model() || side != m_lifetimeSide)
                return;
            m_lifetimeJob = 0;
            m_lifetimes = std::move(answer);
            emit lifetimesChanged();
        });
}

} // namespace metainfer::workbench
