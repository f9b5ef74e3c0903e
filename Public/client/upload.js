/** The sizes of the pieces in which a file is sent, in bytes. A piece must arrive within the time of a request. */
const FIRST_PIECE = 256 * 1024;
const SMALLEST_PIECE = 32 * 1024;
const LARGEST_PIECE = 4 * 1024 * 1024;
/** The time that a piece should take, so that the progress moves and a lost piece is little. In milliseconds. */
const PIECE_TIME = 2_000;
/** An upload has failed after this number of tries in a row without a byte that arrives. */
const MOST_LOSSES = 5;

/**
 * Sends a file piece by piece, by the protocol tus 1.0. A piece that the network loses is sent again, from the byte on that the server
 * has not got.
 *
 * @param {Blob & {name?: string}} file
 * @param {object} how
 * @param {(method: string, href: string, headers: object, body?: Blob) => Promise<Response>} how.send Tries once with a body, and until
 *   there is a response without one. Throws a Problem for a response that is an error.
 * @param {(failure: Error) => boolean} how.isLost Whether the network has lost a request. It is no import, because this file is loaded
 *   when it is needed, and would take what it imports out of the files that are loaded first.
 * @param {string} how.href The address of the session's uploads.
 * @param {{screen: string, field: string}} how.place The key of the screen, and the name of the field.
 * @param {() => number} how.now In milliseconds.
 * @param {AbortSignal} [how.signal] Ends the upload.
 * @param {(share: number) => void} [how.onProgress] Called with the share that has arrived, from 0 to 1.
 * @returns {Promise<{id: string}>} The reference for the payload.
 */
export async function upload(file, { send, isLost, href, place, now, signal, onProgress = () => {} }) {
  const metadata = { filename: file.name ?? "", filetype: file.type ?? "", ...place };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${base64(value)}`);
  const begun = await send("POST", href, { "Upload-Length": String(file.size), "Upload-Metadata": pairs.join(",") });
  const { id } = await begun.json();
  const address = `${href}/${id}`;
  let size = FIRST_PIECE;
  let losses = 0;
  for (let offset = 0; offset < file.size;) {
    onProgress(offset / file.size);
    signal?.throwIfAborted();
    const began = now();
    try {
      // The response can begin only when the piece has arrived.
      const headers = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset), Prefer: "wait=30" };
      offset = offsetOf(await send("PATCH", address, headers, file.slice(offset, offset + size)));
      size = Math.min(now() - began < PIECE_TIME ? size * 2 : size, LARGEST_PIECE);
    } catch (failure) {
      if (!isLost(failure) && !failure.isTransient) throw failure;
      // The server says how much of the lost piece it has, and whether it takes the file.
      const arrived = offsetOf(await send("HEAD", address, {}));
      losses = arrived > offset ? 0 : losses + 1;
      if (losses > MOST_LOSSES) throw failure;
      size = Math.max(size / 4, SMALLEST_PIECE);
      offset = arrived;
    }
  }
  onProgress(1);
  return { id };
}

function offsetOf(response) {
  return Number(response.headers.get("Upload-Offset"));
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
