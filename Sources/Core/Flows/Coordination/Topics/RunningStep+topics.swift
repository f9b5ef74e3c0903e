extension RunningStep {
    /// Brings a value to the flows that follow its topic.
    func receive(_ value: TopicValue) throws(NavigationError) {
        for key in application.topics.followers(of: value.topic, in: router.state) {
            let flow = router.state.coordinators[key]?.name
            if try call(.topic(value.topic.name), of: key, with: value.value) { router.handledBy = flow }
        }
    }
}
