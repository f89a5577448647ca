/** Every configuration in UFO's document on Computers (`documents/docs/client/computer_manager.md`), verbatim. */
export const printedConfigurations: Readonly<Record<string, string>> = {
  'of the initialization': `
data_collection_servers:
  - namespace: screenshot_collector
    type: local
    module: ufo.client.mcp.local_servers.screenshot_server
    reset: false
  - namespace: ui_collector
    type: local
    module: ufo.client.mcp.local_servers.ui_server
    reset: false

action_servers:
  - namespace: gui_automator
    type: local
    module: ufo.client.mcp.local_servers.automation_server
    reset: false
`,
  'of the structure, in Python': `
{
    "data_collection_servers": [
        {
            "namespace": "screenshot_collector",
            "type": "local",
            "module": "ufo.client.mcp.local_servers.screenshot_server",
            "reset": False
        },
        {
            "namespace": "ui_collector",
            "type": "local",
            "module": "ufo.client.mcp.local_servers.ui_server",
            "reset": False
        }
    ],
    "action_servers": [
        {
            "namespace": "gui_automator",
            "type": "local",
            "module": "ufo.client.mcp.local_servers.automation_server",
            "reset": False
        }
    ]
}
`,
  'of data collection servers': `
data_collection_servers:
  - namespace: screenshot_collector
    type: local
    module: ufo.client.mcp.local_servers.screenshot_server
    reset: false
    
  - namespace: ui_detector
    type: local
    module: ufo.client.mcp.local_servers.ui_detection_server
    reset: false
`,
  'of action servers': `
action_servers:
  - namespace: gui_automator
    type: local
    module: ufo.client.mcp.local_servers.automation_server
    reset: false
    
  - namespace: file_ops
    type: local
    module: ufo.client.mcp.local_servers.file_server
    reset: false
`,
  'of good namespaces': `
# Good - clear namespace separation
data_collection_servers:
  - namespace: screenshot_collector
  - namespace: ui_detector
`,
};
