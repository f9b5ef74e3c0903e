import { connectionErrorFrom } from "./request.js";

/**
 * Reads the events of a stream (WHATWG HTML, section 9.2 "Server-sent events").
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{name: string, data: string}|null>} Each event, and null for a comment, which shows that the
 *   connection works.
 * @throws A connection error if the stream is cut off.
 */
export async function* eventsIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((failure) => {
        throw connectionErrorFrom(failure);
      });
      if (done) return;
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop();
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function eventOf(block) {
  const event = { name: "", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event.name = line.slice(7);
    else if (line.startsWith("data: ")) event.data += line.slice(6);
  }
  return event.name ? event : null;
}
