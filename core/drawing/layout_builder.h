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
    /// Orders and places with the effort of `pass` what earlier passes left to do; Cancelled leaves
    /// no result. nullptr: nothing changed.
    Result<std::shared_ptr<const Layout>> run(int pass, const CancellationToken& cancel);

  private:
    /// Where an edge crosses the border of an open group, from its left side.
    struct Port {
        EdgeId edge;
        double x = 0;
    };
    struct Ports {
        explicit Ports(std::pmr::memory_resource* memory)
            : in(memory)
            , out(memory) {}
        std::pmr::vector<Port> in, out; ///< by edge
    };
    /// Where lanes touch their ends, from the middle of the node there.
    struct Attachments {
        explicit Attachments(std::pmr::memory_resource* memory)
            : source(memory)
            , target(memory)
            , targetBegin(memory) {}
        std::pmr::vector<double> source; ///< by index into Level::lanes
        std::pmr::vector<double> target; ///< by target entry and lane: see `targetBegin`
        std::pmr::vector<std::uint32_t> targetBegin; ///< by bundle
    };

    void measureBoxes();
    struct Effort {
        int sweeps;
        bool exchange;
        int iterations;
    };
    /// What the places in a frame follow from.
    struct Signature {
        std::uint64_t a = 0, b = 0;
        bool operator==(const Signature&) const = default;
    };
    struct SignatureHash {
        std::size_t operator()(const Signature& s) const { return s.a; }
    };

    Effort effortFor(const Level& level, int pass);
    bool placeFrame(std::size_t frame, int pass);
    Signature signature(std::size_t frame) const;
    void copyPlaces(std::size_t frame, std::size_t twin);
    void sizeNodes(Level& level) const;
    void joinInner(std::size_t frame);
    PortOffsets portOffsets(std::size_t frame) const;
    double titleWidth(const Level& level) const;
    void placeRows(Level& level) const;
    void storePorts(std::size_t frame);
    double portX(const std::pmr::vector<Port>& ports, EdgeId edge) const;
    double innerLaneX(const Level& level, std::uint32_t node, EdgeId edge, bool isSource) const;
    double trunkX(const Level& level, const Bundle& bundle, std::uint32_t lane,
                  std::uint32_t row) const;
    void attach(std::size_t frame);
    void spreadEnds(const Level& level);
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
    std::vector<Size> m_boxSizes;
    std::pmr::monotonic_buffer_resource m_memory; ///< of levels, ports and attachments
    std::vector<Level> m_levels;                  ///< by frame
    std::vector<std::uint32_t> m_localOfBox, m_localOfFrame;
    std::vector<Ports> m_ports;             ///< by frame
    std::vector<Attachments> m_attachments; ///< by frame
    std::vector<bool> m_isOpen;             ///< by frame: the next pass may improve it
    std::unordered_map<Signature, std::size_t, SignatureHash> m_placed; ///< frames of this pass
    std::size_t m_effortLeft = 0; ///< nodes that may yet be finished in the first pass
    std::vector<Point> m_origins; ///< by frame: where the level's (0, 0) lies
    std::vector<Point> m_path;    ///< of the route being made
    std::size_t m_gap = 0;
    std::size_t m_pointCount = 0;       ///< of the last pass
    std::vector<std::uint32_t> m_depth; ///< by frame
    std::unordered_map<std::string, double> m_labelWidths;
    LevelPlacer m_placer;
    struct End { ///< of a lane at a box
        std::uint32_t node = 0;
        double x = 0;
        double* slot = nullptr;
    };
    struct Piece { ///< of a route, at one level
        std::uint32_t frame = 0, source = 0, target = 0;
    };
    std::vector<double> m_xBefore; ///< scratch
    std::vector<End> m_ends;
    std::vector<std::pair<double, double*>> m_endGroup;
    std::vector<Piece> m_inner;
    std::vector<Point> m_piece;
    double m_titleHeight = 0;
};

} // namespace metainfer::drawing
