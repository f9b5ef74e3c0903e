#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// A picture in the width of the screen.
struct ImageElementView: View {
    let image: ImageElement

    var body: some View {
        switch image.content {
        case .url(let url):
            RemotePicture(url: url)
                .aspectRatio(image.aspect.map { CGFloat($0) }, contentMode: .fit)
                .clipShape(RoundedRectangle(cornerRadius: 12))
                .described(AccessibilityDescription(image))
        case .symbol(let name):
            SymbolView(name: name)
                .font(.largeTitle)
                .foregroundStyle(Color.secondary)
                .frame(maxWidth: .infinity)
                .padding()
                .described(AccessibilityDescription(image))
        case .characters(let characters, let language):
            LanguageText(characters, language)
                .font(.system(size: 96))
                .minimumScaleFactor(0.3)
                .lineLimit(1)
                .frame(maxWidth: .infinity)
                .described(AccessibilityDescription(image))
        }
    }
}

/// A small picture beside a title.
struct Thumbnail: View {
    let image: ImageElement
    /// The side of the picture, which grows with the texts.
    @ScaledMetric(relativeTo: .body) private var side = 44.0

    var body: some View {
        switch image.content {
        case .url(let url):
            RemotePicture(url: url)
                .frame(width: side, height: side)
                .clipShape(RoundedRectangle(cornerRadius: 8))
                .described(AccessibilityDescription(image))
        case .symbol(let name):
            SymbolView(name: name).frame(minWidth: 28).described(AccessibilityDescription(image))
        case .characters(let characters, let language):
            LanguageText(characters, language).font(.title).described(AccessibilityDescription(image))
        }
    }
}

/// A picture from the server, or by the app's own view for pictures.
struct RemotePicture: View {
    let url: String
    @Environment(RenderingModel.self) private var model
    @Environment(\.pictureBuilder) private var pictures

    var body: some View {
        if let address = model.addresses.picture(url) {
            if let build = pictures.build {
                build(address)
            } else {
                AsyncImage(url: address) { phase in
                    if let image = phase.image {
                        image.resizable().scaledToFit()
                    } else if phase.error != nil {
                        placeholder
                    } else {
                        Color.secondary.opacity(0.1)
                    }
                }
            }
        } else {
            placeholder
        }
    }

    private var placeholder: some View {
        Color.secondary.opacity(0.1).overlay {
            SymbolView(name: "photo").foregroundStyle(Color.secondary).accessibilityHidden(true)
        }
    }
}
#endif
