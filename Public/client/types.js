/**
 * The values that a session takes and gives.
 *
 * This file has no code.
 */

/**
 * The values with which a session is started.
 * @typedef {object} Launch
 * @property {string} [app] The application, or the server's default.
 * @property {string} [link] The place to start at.
 * @property {*} [input] The input of a flow. `usher types` writes its type as `SessionInput`.
 * @property {string} [identity] The token of a user who has signed in to your own backend.
 * @property {boolean} [embedded] Whether the user can go back to your own app from the first screen, which ends the session.
 */

/**
 * The client's description of itself.
 * @typedef {object} ClientDescription
 * @property {string} [platform]
 * @property {string} [version] An application may ask older versions to update.
 * @property {string} [locale] The user's language and region, by default those of the platform.
 * @property {string} [timeZone]
 * @property {boolean} [view] `false` leaves out all views, for a client with views of its own for all screens.
 * @property {Record<string, number>} [screens] The screens that the client has views of its own for, with their versions.
 * @property {string[]} [elements] The kinds of elements that the client draws.
 * @property {boolean} [fallbacks] `false` leaves out the fallbacks of elements.
 */

/**
 * Everything about a session that a user sees. Each change makes a new object.
 * @typedef {object} Display
 * @property {import("./state.js").State|null} state The state to draw. Gestures with a known result show here before the server has
 *   responded. The last state stays here while the network is away, and when the session is gone.
 * @property {boolean} isPredicted Whether the state is one that the server has not confirmed yet.
 * @property {"opening"|"open"|"ended"|"expired"|"gone"|"closed"} phase `expired`: offer {@link Session#resume}. `gone`: this client has
 *   no access any more. Offer {@link Session#start} then, and when the session has `ended`.
 * @property {import("./problem.js").Problem|null} problem The reason why a session is expired or gone.
 * @property {"online"|"reconnecting"|"unreachable"} connection
 * @property {Pending|null} pending The action in progress.
 */

/**
 * An action in progress.
 * @typedef {object} Pending
 * @property {string} [screen] The screen that reports. A gesture has none.
 * @property {string} origin The control, or the name of the gesture.
 * @property {boolean} sending True until the server has responded, and false while an effect still runs.
 */

/**
 * The outcome of an action. `accepted`: the server has acted, and its effects are done. `rejected`: the same, and the screen asks
 * something of the user now, as after a wrong password. `refused`: the server has refused it with a problem, and nothing has
 * happened. `outdated`: its screen is not in front any more, or looks different now, and nothing has happened. `unconfirmed`: not
 * sent, because the user must be asked first. `ignored`: not sent, because it is not possible, or because the same control's
 * action was being sent. `gone`: the session is gone or was closed before the outcome was known.
 * @typedef {{kind: "accepted"|"ignored"}|{kind: "rejected", messages: import("./state.js").Message[]}|
 *   {kind: "refused", problem: import("./problem.js").Problem}|{kind: "outdated"|"gone", problem?:
 *   import("./problem.js").Problem}|
 *   {kind: "unconfirmed", question: import("./state.js").Question}} Outcome
 */

/**
 * An action of the user, in the general form.
 * @typedef {object} Action
 * @property {(state: import("./state.js").State) => {href: string, payload?: *, about?: "screen", question?:
 *   import("./state.js").Question}|undefined} request The request for the state at the time of sending, or undefined if that doesn't
 *   allow the action any more. `about`: the screen in front must still be the same. `question`: the user must be asked first.
 * @property {string} [screen] The screen that reports. A gesture has none. With `origin`, it identifies the control.
 * @property {string} origin
 * @property {*} [value] The value that the user has set with the control. Of several values only the last one is sent.
 * @property {boolean} [isSecret] The payload has a secret, so the server may renew the credential.
 */

/**
 * Opens a stream of events: a function that sends a GET to a path of the server with these header fields, and yields each event, and
 * null for a comment.
 * @typedef {(request: {href: string, headers: object, signal: AbortSignal}) => AsyncIterable<{name: string, data: string}|null>}
 *   EventSource
 */

/**
 * @typedef {object} SessionOptions
 * @property {string} [server] The origin of the server, such as `https://shop.example`. By default that of the page.
 * @property {string} [app] The application, or the server's default.
 * @property {ClientDescription|(() => ClientDescription)} [client] Or a function that makes it when a session is started.
 * @property {"token"|"cookie"} [credential] `token`, the default, works everywhere. `cookie` is for pages of the server itself: the
 *   browser has the credential, and the page remembers the id of its session.
 * @property {boolean} [predicts] Whether gestures with a known result are shown at once. True by default.
 * @property {EventSource|null} [eventSource] By default `fetch` reads the stream. With null there is none, and the session is
 *   followed by long polls.
 * @property {{request: object, response: Promise<Response>}|null} [early] A request that was sent before this script was there.
 * @property {number} [pace] The factor of the pauses between tries, for tests.
 * @property {(failure: unknown) => void} [onError] Called with the errors of listeners. By default they are uncaught errors.
 */

/**
 * The listeners to a session, by the names for {@link Session#on}.
 * @typedef {object} Listeners
 * @property {(display: Display) => void} display Called after each change.
 * @property {(change: {state: import("./state.js").State, cause?: Pending}) => void} state Called with each newer state of the server,
 *   before it is displayed, with the action that led to it. A change by itself has none.
 * @property {(failure: {problem: import("./problem.js").Problem, screen?: string, origin?: string}) => void} problem Called when the server has refused an
 *   action, or when a state that the user waits for can't be read.
 * @property {(problem: import("./problem.js").Problem) => void|Promise<void>} loss Called when the session is expired or gone. Its outcome waits for this.
 * @property {() => void} otherUser Called when the user of the session has changed: signed out, or in elsewhere.
 * @property {(response: {request: object, response: Response}) => void} response Called with each response that is no error.
 */

export {};
