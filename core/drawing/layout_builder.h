// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Puts the levels together into a Layout; private to core/drawing.
#pragma once

#include "drawing/layout.h"
#include "drawing/level.h"

#include <unordered_map>

namespace metainfer::drawing {

class LayoutBuilder {
  public:
    LayoutBuilder(std::shared_ptr<const VisibleGraph> visible, const TextMeasure& measure,
                  const LayoutOptions& options);
    /// Ranks of all levels; to be called once.
    Status prepare(const CancellationToken& cancel);
    /// Orders and places everything with the effort of `pass`; Cancelled leaves no result.
    Result<std::shared_ptr<const Layout>> run(int pass, const CancellationToken& cancel,
                                              bool isLast);

  private:
    /// Where an edge crosses the border of an open group, from its left side.
    struct Port {
        EdgeId edge;
        double x = 0;
    };
    struct Ports {
        std::vector<Port> in, out; ///< by edge
    };
    /// Where lanes touch a box, from its middle.
    struct Attachments {
        std::vector<double> source;             ///< by index into Level::lanes
        std::vector<double> target;             ///< by target entry and lane: see `targetBegin`
        std::vector<std::uint32_t> targetBegin; ///< by bundle
    };

    void measureBoxes();
    void placeFrame(std::size_t frame, int sweeps, bool exchange, int iterations);
    void sizeNodes(Level& level) const;
    PortOffsets portOffsets(const Level& level) const;
    void placeRows(Level& level) const;
    double gapBelow(const Level& level, std::uint32_t rank) const;
    void storePorts(std::size_t frame);
    double portX(const std::vector<Port>& ports, EdgeId edge) const;
    double nodeLaneX(const Level& level, std::uint32_t node, EdgeId edge, bool isSource) const;
    double trunkX(const Level& level, const Bundle& bundle, std::uint32_t lane,
                  std::uint32_t row) const;
    void attach(std::size_t frame);
    void spread(const Level& level, std::uint32_t node,
                std::vector<std::pair<double, double*>>& ends) const;

    void compose(Layout& layout);
    void routeEdges(Layout& layout);
    void routeTo(EdgeId edge, BoxId to, Layout& layout);
    void addPiece(std::uint32_t frame, EdgeId edge, std::uint32_t source, std::uint32_t target);
    void addPoint(Point point);
    void finishRoute(Route& route, Layout& layout);
    void placeLabels(Layout& layout);
    double labelWidth(const std::string& text);

    std::shared_ptr<const VisibleGraph> m_visible;
    const TextMeasure& m_measure;
    const LayoutOptions m_options;
    std::shared_ptr<const std::vector<BoxContent>> m_contents;
    std::vector<Size> m_boxSizes;
    std::vector<Level> m_levels; ///< by frame
    std::vector<std::uint32_t> m_localOfBox, m_localOfFrame;
    std::vector<Ports> m_ports;             ///< by frame
    std::vector<Attachments> m_attachments; ///< by frame
    std::vector<Point> m_origins;           ///< by frame: where the level's (0, 0) lies
    std::vector<Point> m_path;              ///< of the route being made
    std::size_t m_gap = 0;
    std::vector<std::uint32_t> m_depth; ///< by frame
    std::unordered_map<std::string, double> m_labelWidths;
    LevelPlacer m_placer;
    struct End { ///< of a lane at a box
        std::uint32_t node = 0;
        bool isTop = false;
        double x = 0;
        double* slot = nullptr;
    };
    struct Piece { ///< of a route, at one level
        std::uint32_t frame = 0, source = 0, target = 0;
    };
    std::vector<End> m_ends; ///< scratch
    std::vector<std::pair<double, double*>> m_endGroup;
    std::vector<Piece> m_inner;
    std::vector<Point> m_piece;
    double m_titleHeight = 0;
};

} // namespace metainfer::drawing
