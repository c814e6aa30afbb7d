// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Hardware place: profiles on the left; editor and comparisons of the chosen ones on the right.
#pragma once

#include "hardware/hardware_presenter.h"
#include "hardware/profile_draft.h"
#include "shell/place.h"

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolButton;

#include <functional>

namespace metainfer::widgets {
class EmptyState;
class ProfileList;
class ProfileListModel;
struct ProfileItem;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class BandwidthPage;
class DifferencePage;
class HistoryPage;
class OperatorsPage;
class ProfileEditorPage;
class RadarPage;
class RooflinePage;
class SimilarPage;
class WhatIfPage;

class HardwarePlace : public Place {
    Q_OBJECT

  public:
    explicit HardwarePlace(Workspace& workspace);
    QString title() const override;
    QString hint() const override;
    QList<QAction*> placeActions() const override;
    bool isLoading() const override;

  protected:
    void retranslate() override;
    void changeEvent(QEvent* event) override;

  private:
    QWidget* makeList();
    QWidget* makePages();
    void connectPresenter();
    void fillList();
    void openFirst(const std::vector<widgets::ProfileItem>& items);
    void chooseRow(const QString& key);
    /// False: the person wants to keep the changes that are not saved.
    /// Asks when something is not saved. `then` is done once it is, where a person saves it.
    bool mayLeave(const std::function<void()>& then);
    void markChosen();
    void showHeader();
    void saveComparison();
    void compareByName(const QString& name);

    HardwarePresenter m_presenter;
    ProfileDraft m_draft; ///< ends before the document that it watches
    widgets::ProfileListModel* m_items;
    QSortFilterProxyModel* m_found;
    widgets::ProfileList* m_list;
    QLineEdit* m_search;
    QToolButton *m_new = nullptr, *m_open = nullptr;
    QLabel *m_listHint, *m_name, *m_detail;
    QSplitter* m_split;
    QStackedWidget* m_stack;
    widgets::EmptyState* m_empty;
    QTabWidget* m_tabs;
    ProfileEditorPage* m_editor;
    RooflinePage* m_roofline;
    WhatIfPage* m_whatIf;
    RadarPage* m_radar;
    BandwidthPage* m_bandwidth;
    OperatorsPage* m_operators;
    DifferencePage* m_difference;
    SimilarPage* m_similar;
    HistoryPage* m_history;
    QString m_chosen; ///< key of the profile that is open
    bool m_filling = false;
    std::function<void()> m_afterSaving;
};

} // namespace metainfer::workbench
