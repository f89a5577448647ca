#pragma once
#include <windows.h>

/**
 * What a test and the server tell each other, in the shared memory section `Local\DeskscopeUia`, from one process to
 * the other. All fields are 32-bit; a new section is all zeros.
 */
struct Section {
  // Told by the server.
  volatile LONG layout;        // 0: version of this layout, `sectionLayout`
  volatile LONG processId;     // 4: the process the figures are of; the next one starts from zero when it is gone
  volatile LONG liveObjects;   // 8: COM objects that were not released
  volatile LONG calls;         // 12: calls that would have crossed to another process
  volatile LONG nodes;         // 16: nodes of which properties were fetched into a cache
  volatile LONG subscriptions; // 20: event handlers that are registered
  volatile LONG events;        // 24: calls of event handlers
  volatile LONG actions;       // 28: actions on nodes of the made-up tree
  volatile LONG lastAction;    // 32: … the last one's pattern id
  volatile LONG lastNode;      // 36: … and node
  // Set by the test.
  volatile LONG callMicroseconds; // 40: what a call costs
  volatile LONG nodeMicroseconds; // 44: … and each node it fetches
  volatile LONG faultKind;        // 48: FaultKind; back to 0 when it has struck for the last time
  volatile LONG faultValue;       // 52: milliseconds or HRESULT
  volatile LONG faultSkips;       // 56: so many calls go well before it strikes
  volatile LONG faultStrikes;     // 60: how often it strikes; -1 for ever
  volatile LONG faultWindow;      // 64: only for calls about this top-level window; 0 for all
  volatile LONG treeWindow;       // 68: the window that has a made-up tree instead of its own children
  volatile LONG treeNodes;        // 72: how many nodes
  volatile LONG treeFanOut;       // 76: children of each node: 1 a chain, treeNodes a flat list; 0 means 10
  volatile LONG treeVersion;      // 80: another number makes every node of the tree a new one, the old ones are gone
  volatile LONG treeTextLength;   // 84: characters in documents and edits; 0 for short texts
  volatile LONG treeVirtualFrom;  // 88: nodes from this number on are virtual until they are realised; 0 for none
  volatile LONG burstKind;        // 92: BurstKind
  volatile LONG burstCount;       // 96: how many events to send now; back to 0 when they were sent
  volatile wchar_t treeName[64];  // 100: begins the names of all nodes
};

constexpr LONG sectionLayout = 1;

enum FaultKind : LONG {
  noFault,
  hangsInTime, // the call takes faultValue ms, or until the client's time-out
  hangs,       // … and no time-out ends it
  crashes,     // access violation
  answersNull, // S_OK and nothing
  answers,     // the HRESULT faultValue
};

enum BurstKind : LONG { focusBurst, structureBurst, nameBurst, invokedBurst };

/** The section, made or opened when the server is loaded. */
Section &section();

/** Waits that long without giving the processor away: sleeping is too coarse for microseconds. */
void spin(LONG microseconds);
