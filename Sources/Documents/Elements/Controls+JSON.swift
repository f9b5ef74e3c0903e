import Coordination
import JSON

extension Button {
    /// Writes `label`, `output`, `payload`, `role`, `placement`, `symbol`, `enabledAt`, `badge` and `selected`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        report.writeMembers(to: &writer)
        writer.member("role", role?.rawValue)
        writer.member("placement", placement == .body ? nil : placement.rawValue)
        writer.member("symbol", symbol)
        writer.member("enabledAt", enabledAt)
        writer.member("badge", badge)
        writer.member("selected", isSelected)
    }
}

extension Toggle {
    /// Writes `label`, `output`, `payload`, `member`, `value` and `help`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        report.writeMembers(to: &writer)
        writer.member("member", member)
        writer.member("value", value)
        writer.member("help", help)
    }
}

extension Stepper {
    /// Writes `label`, `output`, `payload`, `member`, `value`, `min`, `max` and `step`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        report.writeMembers(to: &writer)
        writer.member("member", member)
        writer.member("value", value)
        writer.member("min", range.lowerBound)
        writer.member("max", range.upperBound)
        writer.member("step", step)
    }
}

extension Search {
    /// Writes `placeholder`, `output` and `value`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("placeholder", placeholder)
        report.writeMembers(to: &writer)
        writer.member("value", value)
    }
}
