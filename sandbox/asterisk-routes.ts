import { type FakeLeg, type FakeState, newLeg } from "./asterisk-state";

type Reply = readonly [status: number, content?: unknown];
type RouteRequest = { query: URLSearchParams; body: unknown; names: readonly string[] };

const noChannel: Reply = [404, { message: "Channel not found" }];
const notInStasis: Reply = [409, { message: "Channel not in Stasis application" }];

type Routes = readonly (readonly [RegExp, (asked: RouteRequest) => Reply])[];

/** What the REST interface answers. */
export function ariRoutes(state: FakeState, soundMs: number) {
  const routes = [
    ...listRoutes(state),
    ...channelRoutes(state, soundMs),
    ...mediaRoutes(state),
    ...bridgeRoutes(state),
  ];
  return (line: string, query: URLSearchParams, body: unknown): Reply => {
    for (const [pattern, reply] of routes) {
      const found = pattern.exec(line);
      if (found) return reply({ query, body, names: found.slice(1).map(decodeURIComponent) });
    }
    return [404, { message: "Resource not found" }];
  };
}

function channelRoutes(state: FakeState, soundMs: number): Routes {
  /** Does something with a channel of the application, or answers why it can't be done. */
  const withLeg =
    (does: (leg: FakeLeg, asked: RouteRequest) => Reply) =>
    (asked: RouteRequest): Reply => {
      const leg = state.legs.get(asked.names[0] ?? "");
      if (!leg) return noChannel;
      return leg.isInApp ? does(leg, asked) : notInStasis;
    };

  function dial({ query, body, names: [id = ""] }: RouteRequest): Reply {
    const endpoint = query.get("endpoint") ?? "";
    const name = endpoint.replace(/^PJSIP\//, "");
    if (!endpoint.includes("/")) return [400, { message: "Invalid endpoint specified" }];
    if (!name.includes("@") && state.endpoints.get(name) !== "online") return [500, { message: "Allocation failed" }];
    const leg = newLeg(id, endpoint, query.get("callerId") ?? "", "");
    leg.channel.state = "Ringing";
    leg.variables = (body as { variables?: Record<string, string> } | undefined)?.variables ?? {};
    leg.args = (query.get("appArgs") ?? "").split(",");
    const extension = query.get("extension");
    if (!query.get("app") && !extension) return [400, { message: "Application or extension must be specified" }];
    if (extension && !query.get("app")) {
      // The application hears of it only where it subscribes to it.
      leg.isSubscribed = false;
      const [context, priority] = [query.get("context") ?? "default", Number(query.get("priority"))];
      Object.assign(leg.channel.dialplan, { context, exten: extension, priority });
    }
    leg.timer = setTimeout(() => state.destroy(id, 19), Number(query.get("timeout") ?? 30) * 1_000);
    state.legs.set(id, leg);
    return [200, leg.channel];
  }

  const play = withLeg(({ channel }, { query, names: [, id = ""] }) => {
    const media = query.get("media") ?? "";
    const timer = setTimeout(() => state.finishPlayback(id), soundMs);
    state.playbacks.set(id, { id, media, channel: channel.id, timer });
    const playback = { id, media_uri: media, target_uri: `channel:${channel.id}`, language: "en" };
    state.send({ type: "PlaybackStarted", playback: { ...playback, state: "playing" } });
    return [201, { ...playback, state: "queued" }];
  });

  const record = withLeg(({ channel }, { query }) => {
    const [name = "", format = ""] = [query.get("name"), query.get("format")].map((one) => one ?? "");
    if (format !== "wav") return [422, { message: "Format unknown" }];
    if ([...state.bridges.values()].some(({ channels }) => channels.includes(channel.id)))
      return [409, { message: "Channel is in a bridge" }];
    const seconds = Number(query.get("maxDurationSeconds"));
    const timer = setTimeout(() => state.finishRecording(name, seconds), seconds * 1_000);
    state.live.set(name, { name, format, channel: channel.id, terminateOn: query.get("terminateOn") ?? "none", timer });
    return [201, { name, format, target_uri: `channel:${channel.id}`, state: "queued" }];
  });

  return [
    [/^POST \/channels\/([^/]+)$/, dial],
    [
      /^GET \/channels\/([^/]+)$/,
      ({ names: [id = ""] }) => (state.legs.has(id) ? [200, state.legs.get(id)?.channel] : noChannel),
    ],
    [
      /^DELETE \/channels\/([^/]+)$/,
      ({ names: [id = ""] }) => {
        if (!state.legs.has(id)) return noChannel;
        state.destroy(id);
        return [204];
      },
    ],
    [
      /^POST \/channels\/([^/]+)\/answer$/,
      withLeg(({ channel }) => {
        channel.state = "Up";
        return [204];
      }),
    ],
    [
      /^POST \/channels\/([^/]+)\/continue$/,
      withLeg((leg) => {
        leg.isInApp = false;
        state.send({ type: "StasisEnd", channel: leg.channel });
        return [204];
      }),
    ],
    [
      /^POST \/channels\/([^/]+)\/moh$/,
      withLeg((leg) => {
        leg.onMusic = true;
        return [204];
      }),
    ],
    [
      /^DELETE \/channels\/([^/]+)\/moh$/,
      withLeg((leg) => {
        leg.onMusic = false;
        return [204];
      }),
    ],
    [/^POST \/channels\/([^/]+)\/play\/([^/]+)$/, play],
    [/^POST \/channels\/([^/]+)\/record$/, record],
  ];
}

function listRoutes(state: FakeState): Routes {
  return [
    [/^GET \/channels$/, () => [200, [...state.legs.values()].map(({ channel }) => channel)]],
    [/^GET \/bridges$/, () => [200, [...state.bridges.values()].map((one) => ({ ...one, bridge_type: "mixing" }))]],
    [
      /^GET \/endpoints\/PJSIP$/,
      () => [
        200,
        [...state.endpoints].map(([resource, how]) => ({
          ...{ technology: "PJSIP", resource, state: how, channel_ids: [] },
        })),
      ],
    ],
    [
      /^GET \/applications\/[^/]+$/,
      () => {
        const inside = [...state.legs.values()].filter(({ isInApp }) => isInApp).map(({ channel }) => channel.id);
        if (inside.length === 0 && !state.isListening()) return [404, { message: "Application not found" }];
        return [200, { name: state.app, channel_ids: inside, bridge_ids: [], endpoint_ids: [], device_names: [] }];
      },
    ],
    [
      /^POST \/applications\/[^/]+\/subscription$/,
      ({ query }) => {
        if (!state.isListening()) return [404, { message: "Application not found" }];
        const source = query.get("eventSource") ?? "";
        if (source.startsWith("channel:")) {
          const leg = state.legs.get(source.slice("channel:".length));
          if (!leg) return [422, { message: "Event source does not exist" }];
          leg.isSubscribed = true;
        } else state.subscriptions.add(source);
        return [200, { name: state.app }];
      },
    ],
  ];
}

function mediaRoutes(state: FakeState): Routes {
  return [
    [
      /^(GET|DELETE) \/playbacks\/([^/]+)$/,
      ({ names: [method, id = ""] }) => {
        if (!state.playbacks.has(id)) return [404, { message: "Playback not found" }];
        if (method === "DELETE") state.finishPlayback(id, "failed");
        return method === "DELETE" ? [204] : [200, { id, state: "playing" }];
      },
    ],
    [
      /^(GET|DELETE) \/recordings\/live\/([^/]+)$/,
      ({ names: [method, name = ""] }) => {
        const recording = state.live.get(name);
        if (!recording) return [404, { message: "Recording not found" }];
        if (method === "GET") return [200, { name, format: "wav", state: "recording" }];
        clearTimeout(recording.timer);
        state.live.delete(name);
        return [204];
      },
    ],
    [
      /^(GET|DELETE) \/recordings\/stored\/([^/]+?)(?:\/file)?$/,
      ({ names: [method, name = ""] }) => {
        const stored = state.stored.get(name);
        if (!stored) return [404, { message: "Recording not found" }];
        if (method === "DELETE") state.stored.delete(name);
        return method === "DELETE" ? [204] : [200, stored];
      },
    ],
  ];
}

function bridgeRoutes(state: FakeState): Routes {
  return [
    [
      /^POST \/bridges\/([^/]+)$/,
      ({ names: [id = ""] }) => {
        state.bridges.set(id, { id, channels: [] });
        return [200, { id, bridge_type: "mixing", channels: [] }];
      },
    ],
    [
      /^POST \/bridges\/([^/]+)\/addChannel$/,
      ({ names: [id = ""], query }) => {
        const channels = (query.get("channel") ?? "").split(",");
        const bridge = state.bridges.get(id);
        if (!bridge) return [404, { message: "Bridge not found" }];
        if (channels.some((one) => !state.legs.has(one))) return [400, { message: "Channel not found" }];
        if (channels.some((one) => !state.legs.get(one)?.isInApp))
          return [422, { message: "Channel not in Stasis application" }];
        bridge.channels.push(...channels);
        return [204];
      },
    ],
    [
      /^DELETE \/bridges\/([^/]+)$/,
      ({ names: [id = ""] }) => (state.bridges.delete(id) ? [204] : [404, { message: "Bridge not found" }]),
    ],
  ];
}
