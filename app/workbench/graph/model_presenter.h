// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the Model place shows: a model, or a session's original and adapted model with what differs;
// the colours, the linked selection, the content of constants. Without widgets.
#pragma once

#include "graph/graph_overlays.h"
#include "graph/graph_presenter.h"
#include "graph/lifetime_chart.h"
#include "graph/tensor_statistics.h"
#include "session/workspace.h"

#include "drawing/difference.h"

#include <QObject>

namespace metainfer::workbench {

enum class Side { Source, Adapted };

class ModelPresenter : public QObject {
    Q_OBJECT

  public:
    explicit ModelPresenter(Workspace& workspace, QObject* parent = nullptr);

    GraphPresenter& graph(Side side) { return side == Side::Source ? *m_source : *m_adapted; }
    const GraphPresenter& graph(Side side) const {
        return side == Side::Source ? *m_source : *m_adapted;
    }
    bool isLoading() const;
    /// An adapted model belongs to what is shown (it may still be loading).
    bool hasAdapted() const { return !m_adaptedPath.empty(); }
    /// "mobilenet.onnx", of a session with its name.
    QString title() const;

    /// Another model than the session's, until another session is chosen.
    void showModel(const QString& file);
    void showSession();
    /// The last session was closed: nothing of it stays.
    void closeSession();
    /// This candidate instead of the session's choice, beside the original.
    void showCandidate(const BuiltCandidate& candidate);
    /// Such a candidate is shown.
    bool isOtherCandidate() const;
    void showChoice(); ///< the session's own adapted model again
    /// Asks to show an operator of the session's model as soon as it can be: by its name, or that
    /// of one of its results ("If_0/then_branch:y" in a body).
    void showNode(const QString& name);
    /// "c7": the candidate that the adapted model is; empty where nobody says.
    QString adaptedId() const;

    // Differences.
    const std::shared_ptr<const drawing::Difference>& difference() const { return m_difference; }
    /// What stands for `elements` of one side on the other one.
    std::vector<GraphElement> counterparts(Side of,
                                           const std::vector<GraphElement>& elements) const;
    std::shared_ptr<const std::vector<drawing::Change>> changes(Side side) const;

    // Colours.
    GraphOverlay overlayKind() const { return m_overlayKind; }
    /// Why there are no values of this kind on this side, and where one gets them.
    struct Missing {
        QString reason; ///< empty: nothing is missing
        QString action; ///< words of a button
        QString place;  ///< where the button leads
    };
    Missing missing(GraphOverlay kind, Side side) const;
    bool isOffered(GraphOverlay kind) const { return missing(kind, Side::Source).reason.isEmpty(); }
    /// Reads again what a session may have got meanwhile: a profile, an examination.
    void refreshOverlay();
    /// Failures are said and the colours stay.
    void setOverlay(GraphOverlay kind);
    /// The chosen profile, else the session's, else any.
    QString hardware() const;
    void setHardware(const QString& profile);
    /// The same for the session that is shown; empty: its own target again.
    void useHardware(const QString& profile);
    const QString& chosenHardware() const { return m_hardware; }
    const QStringList& profiles() const { return m_profiles; }
    std::shared_ptr<const drawing::Overlay> overlay(Side side) const;

    // Content of constants.
    struct TensorView {
        QString name;
        bool isReading = false;
        std::optional<Error> failure;
        std::shared_ptr<const widgets::TensorStatistics> statistics;
    };
    void readParameter(Side side, drawing::ItemId item, int parameter);
    const TensorView& tensor() const { return m_tensor; }
    void exportTensor(const QString& file);

    // Lifetimes of the activations.
    void readLifetimes(Side side);
    std::shared_ptr<const widgets::LifetimeData> lifetimes() const { return m_lifetimes; }
    Side lifetimesOf() const { return m_lifetimeSide; }

  signals:
    /// The graphs are still those of before; null: a model without a session.
    void sessionOpening(metainfer::workbench::SessionPresenter* session);
    void titleChanged();
    void adaptedChanged(); ///< there is one now, or none any more
    void elementAsked(metainfer::workbench::Side side,
                      const metainfer::widgets::GraphElement& element);
    void differenceChanged();
    void overlayChanged(); ///< kind, target, or values
    void tensorChanged();
    void lifetimesChanged();

  private:
    void forgetSession();
    void openSession(const session::SessionContent& content);
    void sourceReady();
    void findNode();
    void compare();
    void makeOverlay(Side side);
    void unifyCategories();
    void readProfiles();
    OverlaySources sources(Side side) const;

    Workspace& m_workspace;
    GraphPresenter *m_source, *m_adapted;
    QString m_opened; ///< a model that was asked for by name
    std::filesystem::path m_folder, m_modelPath, m_adaptedPath; ///< of the session
    Json m_mapping;
    /// Asked for instead of the session's choice; holds for the session it names.
    std::optional<BuiltCandidate> m_candidate;
    Json m_candidateMapping;
    QString m_wantedNode; ///< not found yet
    std::shared_ptr<const drawing::Difference> m_difference;
    GraphOverlay m_overlayKind = GraphOverlay::None;
    QString m_hardware, m_sessionHardware;
    QStringList m_profiles;
    struct Colours {
        std::shared_ptr<const drawing::Overlay> overlay;
        Jobs::Id job = 0;
    };
    Colours m_colours[2];
    TensorView m_tensor;
    std::optional<ir::TensorData> m_tensorData;
    Jobs::Id m_tensorJob = 0, m_lifetimeJob = 0, m_compareJob = 0;
    std::shared_ptr<const widgets::LifetimeData> m_lifetimes;
    Side m_lifetimeSide = Side::Source;
};

} // namespace metainfer::workbench
