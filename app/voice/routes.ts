import type { RouteTable } from "../sitemap.lines";

const figures = [
  "View voice inbound dashboard",
  "View voice outbound dashboard",
  "View supervisor inbound stats",
] as const;

export const voiceRoutes = {
  voice: {
    label: "Voice",
    menu: true,
    icon: "phone",
    group: true,
    products: ["Voice"],
    permissions: [...figures, "Make outbound calls"],
    pages: {
      monitor: {
        label: "Monitor",
        menu: true,
        permissions: ["View supervisor inbound stats"],
        pages: { statistics: { label: "Statistics", title: "Monitor statistics" } },
      },
      "call-center": {
        label: "Call center",
        menu: true,
        permissions: ["View voice inbound dashboard"],
        pages: {
          dashboard: {
            label: "Call center",
            resource: true,
            pages: {
              stats: { label: "Statistics", title: "Call center statistics" },
              "recent-calls": { label: "Recent calls", csv: true },
              "dispositions-history": {
                label: "Dispositions history",
                csv: true,
                permissions: ["View inbound voice dispositions"],
              },
            },
          },
        },
      },
      dashboard: {
        label: "Dashboard",
        title: "Voice dashboard",
        menu: true,
        permissions: ["View voice outbound dashboard", "View voice inbound dashboard"],
      },
      outbound: {
        label: "Outbound",
        title: "Outbound calls",
        menu: true,
        permissions: ["View voice outbound dashboard", "Make outbound calls"],
        pages: {
          dashboard: {
            label: "Outbound",
            resource: true,
            permissions: ["View voice outbound dashboard"],
            pages: {
              details: { label: "Details", title: "Numbers to call", csv: true },
              stats: { label: "Statistics", title: "Outbound statistics" },
              trash: { label: "Trash", title: "Numbers in the trash", csv: true },
            },
          },
          dispositions: {
            label: "Dispositions",
            title: "Outbound dispositions",
            csv: true,
            permissions: ["View voice outbound disposition"],
          },
        },
      },
      robocalls: {
        label: "Robocalls",
        menu: true,
        csv: true,
        permissions: ["View voice outbound dashboard"],
        pages: {
          new: { label: "New robocall" },
          ":id": {
            label: "Robocall",
            pages: { calls: { label: "Numbers", title: "Numbers of a robocall", csv: true } },
          },
        },
      },
      dispositions: {
        label: "Dispositions",
        title: "Call dispositions",
        menu: true,
        csv: true,
        permissions: ["View inbound voice dispositions"],
        pages: {
          "disposition-form": {
            label: "Disposition form",
            title: "Disposition of a call",
            permissions: [
              "Make outbound calls",
              "Receive inbound calls",
              "View inbound voice dispositions",
              "View voice outbound disposition",
            ],
          },
        },
      },
      reports: {
        label: "Reports",
        title: "Call reports",
        menu: true,
        csv: true,
        permissions: figures,
        pages: {
          calls: {
            label: "Calls",
            csv: true,
            pages: { ":id": { label: "Call", drawer: true } },
          },
          waiting: { label: "Callers", title: "Callers who waited", csv: true },
          flows: { label: "Call flows", title: "Calls in call flows", csv: true },
        },
      },
      voicemails: {
        label: "Voicemails",
        menu: true,
        csv: true,
        permissions: figures,
        pages: { ":id": { label: "Voicemail", drawer: true } },
      },
      "inbound/dashboard": {
        label: "Call center",
        resource: true,
        permissions: ["View voice inbound dashboard"],
      },
      "inbound/supervisor": { label: "Monitor", resource: true, permissions: ["View supervisor inbound stats"] },
      settings: {
        label: "Settings",
        title: "Voice settings",
        menu: true,
        permissions: ["View voice settings"],
        pages: {
          targets: { label: "Targets", title: "Call targets" },
          uploads: {
            label: "Uploads",
            title: "Smart collection file upload",
            csv: true,
            permissions: ["Upload payment file"],
            pages: {
              new: { label: "Upload a file", title: "Upload numbers to call" },
              ":id": {
                label: "List",
                pages: {
                  rows: { label: "Rows not called", csv: true },
                  delete: { label: "Delete a list", title: "Delete a list of numbers" },
                },
              },
            },
          },
          flows: {
            label: "Call flows",
            pages: {
              ":id": {
                label: "Call flow",
                pages: {
                  "steps/:step": { label: "Step", drawer: true },
                  delete: { label: "Remove a call flow" },
                },
              },
            },
          },
          sounds: {
            label: "Sounds",
            title: "Sounds of call flows",
            pages: {
              new: { label: "Add a sound", drawer: true },
              spoken: { label: "Make a sound from a text", drawer: true },
              ":id": { label: "Sound", drawer: true, pages: { delete: { label: "Remove a sound" } } },
              ":id/edit": { label: "Change a sound", drawer: true },
            },
          },
          "numbers/:id": { label: "Number", drawer: true, pages: { delete: { label: "Remove a number" } } },
          "dispositions/:id": {
            label: "Disposition",
            drawer: true,
            pages: { delete: { label: "Delete a disposition", title: "Delete a disposition of calls" } },
          },
        },
      },
    },
  },
} as const satisfies RouteTable;
