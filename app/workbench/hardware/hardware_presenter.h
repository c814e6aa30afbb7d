// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the Hardware place knows: the profiles, the one that is edited, those that are compared, and
// the model whose operators are shown on them.
#pragma once

#include "hardware/profile_catalogue.h"
#include "hardware/profile_document.h"

#include "hardware/compared_profile.h"
#include "hardware/roofline_series.h"

#include "ir/graph.h"

namespace metainfer::workbench {

/// The operators of a model that lie on rooflines.
struct ModelOperators {
    QString model; ///< file, or the name of a sample
    std::vector<widgets::OperatorPoint> operators;
    std::size_t unknown = 0;                ///< nodes whose work is not known
    std::shared_ptr<const ir::Model> graph; ///< open dimensions taken as 1
};

class HardwarePresenter : public QObject {
    Q_OBJECT

  public:
    HardwarePresenter(engine::Commands& engine, Jobs& jobs, QObject* parent = nullptr);

    ProfileCatalogue& catalogue() { return m_catalogue; }
    ProfileDocument& document() { return m_document; }
    bool isLoading() const;

    /// Opens the profile in the editor and shows it first in all comparisons.
    void show(const std::filesystem::path& file);
    void showNew();
    /// The file that is shown; empty = a new profile or none.
    const std::filesystem::path& shown() const { return m_document.file(); }
    void compareWith(const std::vector<std::filesystem::path>& files);
    /// The shown one first, as it is edited; then the others, each once.
    const widgets::ComparedProfiles& compared() const { return m_compared; }
    /// Colour of a file in the comparison; -1 = not in it.
    int colorOf(const std::filesystem::path& file) const;

    /// A file or the name of a sample model; empty = none.
    void chooseModel(const QString& nameOrPath);
    /// The same, unless one was chosen before.
    void offerModel(const QString& nameOrPath);
    const std::shared_ptr<const ModelOperators>& model() const { return m_model; }

    /// The nearest other devices and why; `similarFound` follows.
    void findSimilar();
    const std::vector<hardware::Similarity>& similar() const { return m_similar; }
    /// Revisions of the shown file; `historyRead` follows.
    void readHistory();
    const std::vector<hardware::Revision>& history() const { return m_history; }
    /// Makes an earlier revision the newest one; the file is opened again.
    void rollBack(int revision);
    /// What rolling back would change; `previewed` follows.
    void previewRevision(int revision);

  signals:
    void comparedChanged();
    void modelChanged();
    void similarFound();
    void historyRead();
    void previewed(int revision, const std::vector<metainfer::hardware::FieldChange>& changes);
    void problem(const metainfer::Error& error);

  private:
    void gather();

    engine::Commands& m_engine;
    Jobs& m_jobs;
    ProfileCatalogue m_catalogue;
    ProfileDocument m_document;
    std::vector<std::filesystem::path> m_files; ///< to compare with
    widgets::ComparedProfiles m_compared;
    std::vector<std::filesystem::path> m_comparedFiles; ///< in the order of `m_compared`
    std::shared_ptr<const ModelOperators> m_model;
    std::optional<QString> m_modelAsked;
    std::vector<hardware::Similarity> m_similar;
    std::vector<hardware::Revision> m_history;
    int m_pending = 0; ///< reads under way
};

} // namespace metainfer::workbench
