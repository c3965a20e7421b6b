/** Takes the mixed sound of a call off the graph, 4,096 samples at a time, and passes it on to the encoder's thread. */
const size = 4096;

class Tap extends AudioWorkletProcessor {
  buffer = new Float32Array(size);
  filled = 0;
  paused = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      if (data.encoder) this.encoder = data.encoder;
      if ("paused" in data) this.paused = data.paused;
      if (data.end) {
        this.flush();
        this.encoder?.postMessage({ end: true });
        this.over = true;
      }
    };
  }

  flush() {
    if (this.filled === 0) return;
    const samples = this.buffer.slice(0, this.filled);
    this.encoder?.postMessage({ samples }, [samples.buffer]);
    this.filled = 0;
  }

  process([input]) {
    const channel = input?.[0];
    const count = channel?.length ?? 128;
    for (let i = 0; i < count; i++) {
      // A pause is silence, so that the recording is as long as the call.
      this.buffer[this.filled++] = this.paused || !channel ? 0 : channel[i];
      if (this.filled === size) this.flush();
    }
    return !this.over;
  }
}

registerProcessor("call-tap", Tap);
