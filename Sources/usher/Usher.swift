@main
struct Usher {
    static func main() {}
}
