//! The tree in memory: nodes and edges in two arenas, one value per player and edge in a third.
//!
//! A node's edges lie side by side. A block that must grow (another re-dealt world offers other actions) moves to the
//! end of the arena. When the tree is full nothing is added any more and searches go on inside it.

use warlab_engine::{PerPlayer, Player};

pub(super) type NodeId = u32;
pub(super) type EdgeId = u32;
pub(super) const NONE: u32 = u32::MAX;

/// Edges per node that a full tree has room for.
const EDGES_PER_NODE: usize = 8;

#[derive(Copy, Clone, Debug)]
struct Node {
    first: EdgeId,
    edges: u16,
    room: u16,
    visits: u32,
    /// What the searching player saw when the node was made and it was theirs to move; 0 if not kept.
    key: u64,
}

impl Node {
    const BARE: Node = Node { first: 0, edges: 0, room: 0, visits: 0, key: 0 };

    /// The node without its edges.
    fn alone(self) -> Node {
        Node { visits: self.visits, key: self.key, ..Node::BARE }
    }
}

/// An action below a node; `None` stands for one that the tree's owner cannot see.
#[derive(Copy, Clone, Debug)]
pub(super) struct Edge<A> {
    pub label: Option<A>,
    pub child: NodeId,
    pub visits: u32,
    /// How often the action was on offer when the node was visited.
    pub available: u32,
    pub prior: f32,
    /// Place by prior, best first: narrow searches look at low ranks only.
    pub rank: u16,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
    /// Sum of the results through an edge, for each player.
    sums: Vec<f32>,
    players: usize,
    most_nodes: usize,
}

pub(super) const ROOT: NodeId = 0;

impl<A: Copy + Eq> Tree<A> {
    pub fn new(players: usize, most_nodes: usize) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            sums: Vec::new(),
            players,
            most_nodes: most_nodes.max(1),
        };
        tree.clear();
        tree
    }

    /// Back to a bare root; the room stays allocated.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.sums.clear();
        self.push_node(Node::BARE);
    }

    fn push_node(&mut self, node: Node) -> NodeId {
        make_room(&mut self.nodes, 1, self.most_nodes);
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }

    pub fn players(&self) -> usize {
        self.players
    }

    pub fn count_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes that the arenas hold, used or not.
    pub fn bytes(&self) -> usize {
        size_of::<Node>() * self.nodes.capacity()
            + size_of::<Edge<A>>() * self.edges.capacity()
            + size_of::<f32>() * self.sums.capacity()
    }

    pub fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].visits
    }

    pub fn count_visit(&mut self, node: NodeId) {
        self.nodes[node as usize].visits += 1;
    }

    pub fn count_edges(&self, node: NodeId) -> usize {
        usize::from(self.nodes[node as usize].edges)
    }

    pub fn edge(&self, edge: EdgeId) -> &Edge<A> {
        &self.edges[edge as usize]
    }

    pub fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge<A> {
        &mut self.edges[edge as usize]
    }

    pub fn edges_of(&self, node: NodeId) -> impl Iterator<Item = EdgeId> + use<A> {
        let node = self.nodes[node as usize];
        node.first..node.first + EdgeId::from(node.edges)
    }

    pub fn sum(&self, edge: EdgeId, player: Player) -> f32 {
        self.sums[edge as usize * self.players + player.index()]
    }

    pub fn add_result(&mut self, edge: EdgeId, result: &PerPlayer<f32>) {
        self.edges[edge as usize].visits += 1;
        let start = edge as usize * self.players;
        for (sum, value) in self.sums[start..start + self.players].iter_mut().zip(result.as_slice()) {
            *sum += value;
        }
    }

    /// The edge with a label; `hint` is where it probably lies among the node's edges.
    pub fn find_edge(&self, node: NodeId, label: Option<A>, hint: usize) -> Option<EdgeId> {
        let node = &self.nodes[node as usize];
        let first = node.first as usize;
        let edges = &self.edges[first..first + usize::from(node.edges)];
        if edges.get(hint).is_some_and(|edge| edge.label == label) {
            return Some((first + hint) as EdgeId);
        }
        edges.iter().position(|edge| edge.label == label).map(|place| (first + place) as EdgeId)
    }

    /// Adds an edge and keeps room for `room` in all; `None` when the tree is full.
    pub fn add_edge(
        &mut self,
        id: NodeId,
        label: Option<A>,
        prior: f32,
        rank: u16,
        room: usize,
    ) -> Option<EdgeId> {
        let node = self.nodes[id as usize];
        if node.edges == node.room {
            let room = room.max(usize::from(node.edges) * 2).clamp(2, usize::from(u16::MAX));
            if room <= usize::from(node.edges) || self.edges.len() + room > self.most_nodes * EDGES_PER_NODE {
                return None;
            }
            self.move_block(id, room);
        }
        let node = &mut self.nodes[id as usize];
        let edge = node.first + EdgeId::from(node.edges);
        node.edges += 1;
        self.edges[edge as usize] = Edge { label, child: NONE, visits: 0, available: 0, prior, rank };
        Some(edge)
    }

    fn make_room_for_edges(&mut self, more: usize) {
        let most = self.most_nodes * EDGES_PER_NODE;
        make_room(&mut self.edges, more, most);
        make_room(&mut self.sums, more * self.players, most * self.players);
    }

    fn move_block(&mut self, id: NodeId, room: usize) {
        let node = self.nodes[id as usize];
        let (old, count) = (node.first as usize, usize::from(node.edges));
        let first = self.edges.len();
        let empty = Edge { label: None, child: NONE, visits: 0, available: 0, prior: 0.0, rank: 0 };
        self.make_room_for_edges(room);
        self.edges.resize(first + room, empty);
        self.sums.resize((first + room) * self.players, 0.0);
        self.edges.copy_within(old..old + count, first);
        self.sums.copy_within(old * self.players..(old + count) * self.players, first * self.players);
        let node = &mut self.nodes[id as usize];
        node.first = first as EdgeId;
        node.room = room as u16;
    }

    /// The node below an edge, made if there is none yet; [`NONE`] if the tree is full.
    pub fn child_of(&mut self, edge: EdgeId) -> NodeId {
        let child = self.edges[edge as usize].child;
        if child != NONE || self.nodes.len() >= self.most_nodes {
            return child;
        }
        let child = self.push_node(Node::BARE);
        self.edges[edge as usize].child = child;
        child
    }

    pub fn set_key(&mut self, node: NodeId, key: u64) {
        self.nodes[node as usize].key = key;
    }

    /// The most visited node below `edge` that was made when the searching player saw what `key` stands for.
    pub fn find_below(&self, edge: EdgeId, key: u64, depth: u32) -> Option<NodeId> {
        let child = self.edges[edge as usize].child;
        if child == NONE {
            return None;
        }
        if self.nodes[child as usize].key == key {
            return Some(child);
        }
        if depth == 0 {
            return None;
        }
        let below = self.edges_of(child).filter_map(|edge| self.find_below(edge, key, depth - 1));
        below.max_by_key(|&node| self.nodes[node as usize].visits)
    }

    /// Makes `root` the root and drops everything else; `spare` lends its memory.
    pub fn keep(&mut self, root: NodeId, spare: &mut Tree<A>) {
        spare.clear();
        spare.nodes[ROOT as usize] = self.nodes[root as usize].alone();
        // Pairs of (old node, new node) whose edges are yet to be copied; the new tree's own nodes are the queue.
        let mut origins = vec![root];
        let mut next = 0;
        while next < origins.len() {
            let old = self.nodes[origins[next] as usize];
            let count = usize::from(old.edges);
            if count > 0 {
                let (from, to) = (old.first as usize, spare.edges.len());
                spare.make_room_for_edges(count);
                spare.edges.extend_from_slice(&self.edges[from..from + count]);
                spare.sums.extend_from_slice(&self.sums[from * self.players..(from + count) * self.players]);
                spare.nodes[next].first = to as EdgeId;
                spare.nodes[next].edges = old.edges;
                spare.nodes[next].room = old.edges;
                for place in to..to + count {
                    let child = spare.edges[place].child;
                    if child != NONE {
                        spare.edges[place].child = spare.push_node(self.nodes[child as usize].alone());
                        origins.push(child);
                    }
                }
            }
            next += 1;
        }
        std::mem::swap(self, spare);
    }
}

/// Makes room for more items: twice what there is, but never beyond what the arena may hold in all.
fn make_room<T>(arena: &mut Vec<T>, more: usize, most: usize) {
    let wanted = arena.len() + more;
    if wanted > arena.capacity() {
        let room = (2 * arena.capacity()).min(most).max(wanted);
        arena.reserve_exact(room - arena.len());
    }
}
