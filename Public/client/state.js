/**
 * The navigation state of an app, as the state API describes it: everything that a client draws. Members that a later version of the
 * server adds are there, too.
 * @typedef {object} State
 * @property {string} id The id of the session, which is no credential.
 * @property {string} app
 * @property {string} [appTitle]
 * @property {number} revision Of two states of a session, the one with the higher revision is newer.
 * @property {"active"|"busy"|"ended"|(string & {})} status
 * @property {{effect: string, since: string}} [busy]
 * @property {string[]} stack The keys of the screens in front, with the root first.
 * @property {string|null} focus The key of the screen in front.
 * @property {Container} navigation
 * @property {Modal[]} modals The front one last.
 * @property {Record<string, Screen>} screens By key.
 * @property {Gestures} gestures
 * @property {string} [link]
 * @property {string} [language]
 * @property {"ltr"|"rtl"} [direction]
 * @property {string} [expiresAt]
 * @property {*} [result] The result of an ended session.
 */

/**
 * @typedef {object} Container
 * @property {"stack"|"tabs"|(string & {})} type
 * @property {string} key
 * @property {number} index The route in front.
 * @property {Route[]} routes
 * @property {string} [transition]
 */

/**
 * @typedef {object} Route
 * @property {string} key
 * @property {string} name
 * @property {string} [title]
 * @property {string} [badge]
 * @property {Container} [state] The container of a tab that was selected before, or of a nested stack.
 */

/**
 * @typedef {object} Modal
 * @property {string} key
 * @property {"sheet"|"fullScreen"|"alert"|(string & {})} presentation
 * @property {boolean} [dismissible]
 * @property {Container} state
 */

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} [title]
 * @property {any} [props] The input of a view of your own. `usher types` writes its type.
 * @property {any[]} [view] The elements, for all other screens.
 * @property {Message[]} [messages]
 * @property {Output[]} [outputs] What the screen can report now.
 */

/**
 * @typedef {object} Message
 * @property {string} code
 * @property {"error"|"warning"|"info"|"success"|(string & {})} level
 * @property {string} text
 * @property {string} [pointer]
 */

/**
 * @typedef {object} Output
 * @property {string} name
 * @property {string} href
 * @property {any} [schema]
 */

/**
 * The ways back that are possible now, each with its path.
 * @typedef {object} Gestures
 * @property {string} [back]
 * @property {string} [dismiss]
 * @property {string} [leave] Ends a session that is a part of another app.
 * @property {Question} [confirm]
 */

/**
 * The question to ask before a gesture discards what the user has entered.
 * @typedef {object} Question
 * @property {string} title
 * @property {string} [text]
 * @property {string[]} gestures The gestures before which to ask.
 */

/** Whether a message asks something of the user, and does not only inform. @param {Message} message */
export function isUrgent({ level }) {
  return level === "error" || level === "warning";
}

/**
 * What an action means in a state, as a text, so that two states can be compared: for a gesture, the place of the user, and for a report, the
 * look of the control that reports it on its screen.
 *
 * The rest of the screen makes no difference, because live data changes it all the time.
 * @param {string} href @param {*} payload @param {string|undefined} screen @param {State} state
 */
export function meaningOf(href, payload, screen, { stack, focus, gestures, screens }) {
  const output = href.split("/").pop();
  if (!screen) return JSON.stringify([stack, focus, gestures]);
  const { view, messages = [] } = screens[focus] ?? {};
  return JSON.stringify([focus, partsThatReport(view, output, payload), messages.filter(isUrgent)]);
}

/** The parts of a view that report an output, with this payload unless the user enters it: a button, a row, a form. */
function partsThatReport(part, output, payload) {
  if (Array.isArray(part)) return part.flatMap((each) => partsThatReport(each, output, payload));
  if (part === null || typeof part !== "object") return [];
  const report = [part, part.report].find((each) => each?.output === output);
  if (!report) return Object.values(part).flatMap((each) => partsThatReport(each, output, payload));
  const isOther = "payload" in report && !("member" in report) && JSON.stringify(report.payload) !== JSON.stringify(payload);
  return isOther ? [] : [part];
}
