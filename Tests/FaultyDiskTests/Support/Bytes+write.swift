import Foundation

extension [UInt8] {
    func write(to path: String) throws {
        try Data(self).write(to: URL(filePath: path))
    }
}
