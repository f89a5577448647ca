#pragma once
#include <windows.h>

/**
 * What a test and the server tell each other, in the shared memory section `Local\DeskscopeUia`, from one process to
 * the other; src-main/engine/backends/win32/testing/uia-section.ts has the same fields. A new section is all zeros.
 */
struct Section {
  // Told by the server.
  volatile LONG processId;     // the process the figures are of; the next one starts from zero when it is gone
  volatile LONG liveObjects;   // COM objects that were not released
  volatile LONG calls;         // calls that would have crossed to another process
  volatile LONG subscriptions; // event handlers that are registered
  volatile LONG events;        // calls of event handlers
  volatile LONG nodes;         // nodes that calls fetched
  volatile LONG mostNodes;     // … the most that one call fetched: so long its app did nothing else
  volatile LONG searched;      // nodes that were looked at for whether they meet a condition, or for their ids alone
  volatile LONG appMicroseconds;  // how long apps were kept from their messages, by what nodes cost
  volatile LONG mostMicroseconds; // … the longest by one call
  volatile LONG coalesces;     // what clients set of IUIAutomation6's CoalesceEvents last
  volatile LONG recovers;      // … of its ConnectionRecoveryBehavior
  volatile LONG defaultActions; // actions of MSAA that were done
  // Set by the test.
  volatile LONG callMicroseconds; // what a call costs its client
  volatile LONG nodeMicroseconds; // … and its app each node that it fetches
  volatile LONG searchMicroseconds; // … or looks at, no more
  volatile LONG faultKind;        // FaultKind; back to 0 when it has struck for the last time
  volatile LONG faultValue;       // milliseconds or HRESULT
  volatile LONG faultSkips;       // so many calls go well before it strikes
  volatile LONG faultStrikes;     // how often it strikes
  volatile LONG faultWindow;      // only for calls about this top-level window; 0 for all
  volatile LONG treeWindow;       // the window that has a made-up tree instead of its own children
  volatile LONG treeNodes;        // how many nodes
  volatile LONG treeFanOut;       // children of each node: 1 a chain, treeNodes a flat list
  volatile LONG treeWordless;     // 1 where its nodes have neither names nor ids nor help
  volatile LONG treeBadNode;      // this node fails to tell its children; 0 for none
  volatile LONG treeBadResult;    // … by that HRESULT
  volatile LONG treeContent;      // this node is a pane with web content; 0 for none
  volatile LONG treeContentHidden; // 1: what is in it is told to those alone who ask for its children
  volatile LONG treeContentMs;    // … it is told so long after the first question for it
  volatile LONG treeList;         // this node is a list with rows that have no providers of their own; 0 for none
  volatile LONG treeListRows;     // … so many
  volatile LONG treeWritten;      // so many characters of `Local\DeskscopeUiaTree` are the tree instead; 0 for none
  volatile LONG treeRestless;     // 1: its nodes have another runtime id each time that they are asked for it
  volatile LONG invoked;          // the line of it that was invoked last
  volatile LONG treeVersion;      // another number makes every node of the tree a new one, the old ones are gone
  volatile LONG burstKind;        // BurstKind
  volatile LONG burstCount;       // how many events to send now; back to 0 when they were sent
};

enum FaultKind : LONG {
  noFault,
  hangs,       // the call takes faultValue ms, whatever the client's time-out
  crashes,     // access violation
  answersNull, // S_OK and nothing
  answers,     // the HRESULT faultValue
  answersActs, // the same, of what patterns do alone, and once it is done
};

enum BurstKind : LONG { focusBurst, structureBurst, nameBurst, rangeBurst };

/** The section, made or opened when the server is loaded. */
Section &section();

/** Waits that long without giving the processor away: sleeping is too coarse for microseconds. */
void spin(LONG microseconds);
