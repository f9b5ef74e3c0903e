/// The data that a step creates a coordinator object with: its key, the router of the step and its state.
public struct CoordinatorContext {
    let key: Key
    let router: Router
    let state: any CoordinatorState
}
