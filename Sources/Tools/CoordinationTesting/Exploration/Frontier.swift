/// The places that an exploration has reached, and the order in which it explores their states.
///
/// The number of states is a product: of the values of each picker, of the tabs that were visited, of the users who have signed
/// in. So an exploration takes some states of each place, and this type chooses them:
///
/// 1. The first state of each place, the nearest to the start first, so that paths are short.
/// 2. Then a state of the place of which the fewest states were explored, up to a limit for each place. A state with a member or a
///    value that no explored state of the place had comes first. Then come in turn the state with the most members that are
///    filled in, the nearest one, and one that differs from the others only in flows that the place can't see, such as another
///    tab. So each picker of a form is tried without the product of all of them, and the form is soon complete.
/// 3. If outputs are left that have changed nothing, up to four times as many states of their places, and of the places from
///    which an output or a result leads there, as long as that brings anything new.
struct Frontier {
    /// A screen in front with the flows above it, and what the user can do there.
    struct Place {
        /// The screen with the flows above it, or `nil` without a screen.
        let position: ApplicationMap.Place?
        /// Whether a user is signed in.
        let isOfUser: Bool
        /// A state at the place, the nearest one to the start.
        let node: Int
        /// The data of the states that were reached, with the part of it that the place can see.
        fileprivate(set) var reached: [UInt64: UInt64] = [:]
        /// That part of the states that were explored.
        fileprivate var exploredNear: Set<UInt64> = []
        /// The number of states that were explored.
        fileprivate(set) var explored = 0
        /// The states to explore, each with other data that the place can see.
        fileprivate var candidates: [Candidate] = []
        /// Further states, which differ from one of those, or from an explored one, only in what the place can't see.
        fileprivate var twins: [Candidate] = []
        fileprivate var knownNear: Set<UInt64> = []
        /// The members and values of the states that were explored.
        fileprivate var members: Set<UInt64> = []
        /// Whether an event leads from here to another place.
        var hasExit = false
        /// The places to which an event other than a link leads.
        var next: Set<Int> = []
        /// The places from which an output or the result of an effect leads here.
        var feeders: Set<Int> = []

        /// The number of states that were reached and not explored.
        var leftOut: Int { reached.count - explored }

        /// The number of those that differ from an explored one only in what the place can't see, such as the tabs that were
        /// visited.
        var leftOutElsewhere: Int {
            guard leftOut > 0 else { return 0 }
            return max(0, reached.values.count { exploredNear.contains($0) } - explored)
        }
    }

    fileprivate struct Candidate {
        let node: Int
        let features: StateFeatures
    }

    /// The number of states of a place that wait at the most, so that they take little memory.
    private static let mostCandidates = 500

    private let statesPerPlace: Int
    private var indices: [String: Int] = [:]
    private(set) var places: [Place] = []
    private var first: [(place: Int, candidate: Candidate)] = []
    private var nextFirst = 0
    /// What the exploration had found when the last state beyond the limit of its place was explored that brought anything new.
    private var lastProgress = 0
    private var statesSinceProgress = 0

    init(statesPerPlace: Int) { self.statesPerPlace = statesPerPlace }

    /// The maximum number of states that are explored of a place with an output that has changed nothing, or near to one.
    private var mostStates: Int { 4 * statesPerPlace }

    /// The number of such states that are explored after the last one that brought anything new.
    private var patience: Int { 8 * statesPerPlace }

    /// Returns the index of a place, or `nil` for a place that was not reached.
    func index(of place: String) -> Int? { indices[place] }

    /// Returns whether a state with this data was not reached before at the place.
    func isNew(_ data: UInt64, at place: String) -> Bool {
        guard let index = indices[place] else { return true }
        return places[index].reached[data] == nil
    }

    /// Adds the first state of a place.
    mutating func add(first node: Int, _ features: StateFeatures, at place: String, _ state: NavigationState) -> Int {
        let index = places.count
        indices[place] = index
        places.append(Place(position: state.place, isOfUser: state.identity != nil, node: node))
        places[index].reached[features.data] = features.near
        places[index].knownNear.insert(features.near)
        first.append((index, Candidate(node: node, features: features)))
        return index
    }

    /// Counts a further state of a place, and returns whether it may be explored.
    mutating func reach(_ features: StateFeatures, at place: Int) -> Bool {
        places[place].reached[features.data] = features.near
        let isTwin = places[place].knownNear.contains(features.near)
        return isTwin
            ? places[place].twins.count < statesPerPlace : places[place].candidates.count < Self.mostCandidates
    }

    /// Adds a further state of a place.
    mutating func add(_ node: Int, _ features: StateFeatures, at place: Int) {
        let candidate = Candidate(node: node, features: features)
        if places[place].knownNear.insert(features.near).inserted {
            places[place].candidates.append(candidate)
        } else {
            places[place].twins.append(candidate)
        }
    }

    /// Changes what is known of a place.
    mutating func update(_ place: Int, _ change: (inout Place) -> Void) { change(&places[place]) }

    /// Removes the next state to explore and returns its node, or `nil` if none is left within the limits.
    ///
    /// - Parameters:
    ///   - open: The places with an output that has changed nothing yet.
    ///   - progress: A number that grows with everything new that is found.
    /// - Returns: The index of the node.
    mutating func next(open: Set<Int>, progress: Int) -> Int? {
        if nextFirst < first.count {
            defer { nextFirst += 1 }
            let (place, candidate) = first[nextFirst]
            return take(candidate, of: place)
        }
        if let place = places.indices.filter({ isLeft($0, limit: statesPerPlace) })
            .min(by: { order(of: $0, open) < order(of: $1, open) })
        {
            return takeCandidate(of: place)
        }
        let near = open.union(open.flatMap { places[$0].feeders })
        guard
            let place = near.filter({ isLeft($0, limit: mostStates) }).min(by: {
                order(of: $0, open) < order(of: $1, open)
            })
        else { return nil }
        statesSinceProgress = progress == lastProgress ? statesSinceProgress + 1 : 0
        lastProgress = progress
        return statesSinceProgress <= patience ? takeCandidate(of: place) : nil
    }

    private func isLeft(_ place: Int, limit: Int) -> Bool {
        places[place].explored < limit && !(places[place].candidates.isEmpty && places[place].twins.isEmpty)
    }

    private func order(of place: Int, _ open: Set<Int>) -> (Int, Int, Int) {
        (places[place].explored, open.contains(place) ? 0 : 1, place)
    }

    private mutating func takeCandidate(of place: Int) -> Int {
        let (candidates, members) = (places[place].candidates, places[place].members)
        let turn = places[place].explored % 3
        if let index = candidates.firstIndex(where: { !members.isSuperset(of: $0.features.members) }) {
            return take(places[place].candidates.remove(at: index), of: place)
        }
        if candidates.isEmpty || turn == 2 && !places[place].twins.isEmpty {
            return take(places[place].twins.removeFirst(), of: place)
        }
        let fullest = candidates.indices.max { candidates[$0].features.filled < candidates[$1].features.filled }
        return take(places[place].candidates.remove(at: turn == 0 ? fullest ?? 0 : 0), of: place)
    }

    private mutating func take(_ candidate: Candidate, of place: Int) -> Int {
        places[place].explored += 1
        places[place].exploredNear.insert(candidate.features.near)
        places[place].members.formUnion(candidate.features.members)
        return candidate.node
    }
}
