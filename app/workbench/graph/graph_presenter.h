// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One graph to be looked at: loads the model, keeps which groups are open, has it laid out off the
// GUI thread, searches. Without widgets.
#pragma once

#include "bridge/jobs.h"
#include "graph/graph_fonts.h"
#include "graph/graph_picture.h"
#include "graph/loaded_model.h"

#include "drawing/search.h"

#include <QObject>

#include <optional>

namespace metainfer::workbench {

using widgets::GraphElement;

class GraphPresenter : public QObject {
    Q_OBJECT

  public:
    explicit GraphPresenter(Jobs& jobs, QObject* parent = nullptr);

    /// The fonts that the view paints with; lays out again when they change.
    void setFonts(std::shared_ptr<const widgets::GraphFonts> fonts);
    /// Shows a file. What is shown before stays until the new one is there.
    /// `sizes` are assumed for dynamic dimensions where bytes and work are asked for (others: 1).
    void open(const std::filesystem::path& path, std::map<std::string, std::int64_t> sizes = {});
    /// An adapted model, traced to its source.
    void openAdapted(const std::filesystem::path& path, LoadedModelPtr source, Json mapping);
    void clear();

    bool isLoading() const { return m_loadJob != 0 || m_layoutJob != 0 || m_typesJob != 0; }
    /// A layout is still being made or refined.
    bool isLayingOut() const { return m_layoutJob != 0; }
    const std::optional<Error>& failure() const { return m_failure; }
    const std::filesystem::path& path() const { return m_path; }
    /// Null until loaded.
    const LoadedModelPtr& model() const { return m_model; }
    const std::shared_ptr<const widgets::GraphPicture>& picture() const { return m_picture; }

    // Groups.
    void toggle(drawing::GroupId group);
    void openBelow(drawing::GroupId group);
    void closeBelow(drawing::GroupId group);
    void openAll();
    void closeAll();
    void foldAutomatically();
    /// Groups, by path, that are open when the next model is there; absent: an overview. Paths that
    /// it does not have are passed over.
    void setStart(std::optional<QStringList> open) { m_start = std::move(open); }
    /// Absent without a model, where they are those of the overview, and when they are too many to
    /// be worth keeping.
    std::optional<QStringList> openGroups() const;
    bool isOpen(drawing::GroupId group) const { return m_folding && m_folding->isOpen(group); }
    /// Opens what hides the element, then asks the view to show it (`revealAsked`).
    void reveal(const GraphElement& element);

    // Search.
    void search(const QString& text);
    const QString& searchText() const { return m_searchText; }
    const std::vector<drawing::Match>& matches() const { return m_matches; }
    int currentMatch() const { return m_match; } ///< -1: none
    void nextMatch(int step);                    ///< +1 or -1, goes round
    static GraphElement elementOf(const drawing::Match& match);

  signals:
    void modelChanged(); ///< another model, or none
    void typesArrived(); ///< the same model, now with inferred types
    void pictureChanged(const metainfer::widgets::GraphElement& anchor);
    void revealAsked(const metainfer::widgets::GraphElement& element);
    void loadingChanged();
    void matchesChanged();

  private:
    void start(std::function<Result<LoadedModelPtr>(const JobContext&)> load);
    void finishLoading(quint64 round, Result<LoadedModelPtr> answer);
    void loaded(LoadedModelPtr model);
    void cancelAll();
    template <typename T>
    void release(std::shared_ptr<const T> old);
    void inferTypes();
    void layOut(const GraphElement& anchor);
    void arrived(quint64 round, const std::shared_ptr<const widgets::GraphPicture>& picture);

    Jobs& m_jobs;
    std::shared_ptr<const widgets::GraphFonts> m_fonts;
    std::filesystem::path m_path;
    std::map<std::string, std::int64_t> m_sizes;
    LoadedModelPtr m_model;
    std::optional<Error> m_failure;
    std::optional<drawing::Folding> m_folding;
    std::optional<QStringList> m_start;
    bool m_isOverview = true; ///< nobody has opened or closed a group
    std::shared_ptr<const widgets::GraphPicture> m_picture;
    GraphElement m_anchor, m_reveal;
    Jobs::Id m_loadJob = 0, m_layoutJob = 0, m_searchJob = 0, m_typesJob = 0;
    quint64 m_generation = 0; ///< of models; stays when types arrive
    quint64 m_round = 0;      ///< of layouts: late answers of earlier ones are dropped
    QString m_searchText;
    std::vector<drawing::Match> m_matches;
    int m_match = -1;
    int m_pendingStep = 0;
};

/// Brings layouts from their thread: each refinement is shown as soon as it is there.
class LayoutCourier : public QObject {
    Q_OBJECT

  signals:
    void arrived(quint64 round, std::shared_ptr<const metainfer::widgets::GraphPicture> picture);
};

} // namespace metainfer::workbench
