/// The descriptions of the server's own metrics, which ``PrometheusMetrics/process`` shows as their help.
///
/// `Documentation/operations.md` lists the same metrics, with advice for operators.
enum MetricDescriptions {
    /// A sentence for each metric, by its name: the unit, and the event that changes the value.
    static let all: [String: String] = [
        "process_cpu_seconds_total": "Processor time of the process in seconds, of all of its threads.",
        "process_max_fds": "Maximum number of files and connections that the process may have open.",
        "process_open_fds": "Number of files and connections that the process has open.",
        "process_resident_memory_bytes": "Memory of the process that is in RAM, in bytes.",
        "process_start_time_seconds": "Start of the process, in seconds since 1970-01-01.",
        "usher_build_info": "Always 1; the labels have the name and the version of the program.",
        "usher_connections": "Number of open connections, without those to the operations address.",
        "usher_connections_refused_total":
            "Number of connections closed without a response, because too many were open.",
        "usher_deadlines_exceeded_total":
            "Number of connections closed and requests cancelled at a deadline: idle, header, body, request or response.",
        "usher_effect_failures_total":
            "Number of effects that failed, or that could not run again after a restart because they carry a secret, by name.",
        "usher_effect_repetitions_total":
            "Number of calls of an effect's handler after one that left the outcome unknown, by name.",
        "usher_effect_seconds":
            "Time in seconds from the call of an effect's handler to its result or failure, by name.",
        "usher_effect_timeouts_total":
            "Number of calls of an effect's handler that did not return in their time, by name.",
        "usher_effects_hanging": "Number of calls of handlers that have not returned in their time.",
        "usher_effects_in_doubt": "Number of effects that may have happened and are performed again.",
        "usher_effects_rejected_total":
            "Number of requests that were rejected because the queue of an effect, named by its label, was full.",
        "usher_effects_running": "Number of effects that run, by the queue of their kind.",
        "usher_effects_total":
            "Number of effects that have ended, with a result or with a failure, by name; * has no handler.",
        "usher_effects_waiting": "Number of committed effects that wait for a thread, by the queue of their kind.",
        "usher_log_lines_dropped_total":
            "Number of log lines that were dropped because they did not fit in the buffer or could not be written.",
        "usher_sessions_replaced_total":
            "Number of sessions that were never used and were removed for new ones, because the limit was reached.",
        "usher_request_seconds":
            "Time in seconds from a complete request to the head of its response, by route; with the time that a long poll waits.",
        "usher_requests_in_flight":
            "Number of requests that have begun and whose response is not sent yet, long polls and event streams included.",
        "usher_requests_rejected_total":
            "Number of requests that were rejected for reasons of security or capacity, by the type of the problem, or library.",
        "usher_requests_total":
            "Number of responses, by route and by class of the status code; * is a file or an unknown path.",
        "usher_sessions_evicted_total":
            "Number of sessions that left memory because they were unused or too many; the store still has them.",
        "usher_sessions_expired_total":
            "Number of expired sessions that were removed from the store, a day after they had expired.",
        "usher_sessions_live":
            "Number of sessions in memory by application, updated when one is started, loaded or ended, and every 30 seconds.",
        "usher_sessions_loaded_total": "Number of sessions that were loaded from the store into memory.",
        "usher_sessions_quarantined_total":
            "Number of sessions that were quarantined: they could not be read, or the server crashed twice over them.",
        "usher_sessions_started_total": "Number of sessions that clients have started, by application.",
        "usher_sign_ins_total": "Number of attempts to sign in, by outcome: ok, second-factor, rejected or limited.",
        "usher_store_commit_seconds":
            "Time in seconds from handing a commit to the store to its result, for each commit that succeeded.",
        "usher_store_commits_total": "Number of commits that the store has completed.",
        "usher_store_conflicts_total":
            "Number of commits that were rejected because another server had changed the session first.",
        "usher_store_failures_total":
            "Number of calls to the store that failed because it was unavailable, or whose outcome is unknown.",
        "usher_streams": "Number of open event streams.",
        "usher_topic_deliveries_total": "Number of values of topics that sessions were given.",
        "usher_topic_publications_total": "Number of values of topics that this server has stored.",
        "usher_topics_followed": "Number of topics that sessions of this server follow while a client is connected.",
        "usher_waits": "Number of requests that wait for a state (long polls).",
        "usher_transition_seconds":
            "Time in seconds from the beginning of a step to its commit, for each committed step; 0 for a start.",
        "usher_transitions_total":
            "Number of committed steps by application: starts, outputs, gestures, links, effect results and timers.",
    ].merging(ofPostgreSQL) { first, _ in first }.merging(ofDurableStores) { first, _ in first }

    /// The descriptions of the metrics that only a server on SQLite or PostgreSQL has.
    static let ofDurableStores: [String: String] = [
        "usher_store_batch_commits": "Number of commits that share a transaction, for each transaction."
    ]

    /// The descriptions of the metrics that only a server on PostgreSQL has.
    static let ofPostgreSQL: [String: String] = [
        "usher_store_connections": "Number of open connections to PostgreSQL for sessions.",
        "usher_store_hints_connected":
            "Whether the connection for hints of other servers is open: 1 or 0; missing if the engine has no LISTEN.",
        "usher_store_clock_difference_seconds":
            "Seconds by which the clock of the database, which all servers follow, is ahead of that of this machine.",
        "usher_store_leases_lost_total":
            "Number of times that other servers took over the effects of this one, because it did not renew its lease in time.",
        "usher_store_transactions_waiting":
            "Number of transactions of sessions that wait for a connection to PostgreSQL.",
    ]
}
