import { click, drag, keys, set, type PageTask } from './task.ts';

const says = '<p>State: <output id="says">nothing</output></p>';

const clickButton: PageTask = {
  request: 'Press the button Start.',
  page: `${['Open', 'Start', 'Close'].map((name) => `<button onclick="says.value = '${name} pressed'">${name}</button>`).join('')}${says}`,
  judge: `says.value === 'Start pressed'`,
  shows: 'Start pressed',
  right: () => [[click('Button', 'Start')]],
  wrong: () => [[click('Button', 'Close')]],
};

const icon = (name: string, sign: string) =>
  `<button aria-label="${name}" onclick="says.value = this.ariaLabel + ' chosen'">${sign}</button>`;
const clickIcon: PageTask = {
  request: 'Click the icon for settings.',
  page: `${icon('Home', '⌂')}${icon('Settings', '⚙')}${icon('Messages', '✉')}${says}`,
  judge: `says.value === 'Settings chosen'`,
  shows: 'Settings chosen',
  right: () => [[click('Button', 'Settings')]],
  wrong: () => [[click('Button', 'Home')]],
};

const swatch = (name: string) =>
  `<label style="background:${name}"><input type="radio" name="colour" aria-label="${name}" onchange="says.value = 'Colour ${name}'"></label>`;
const colorPicker: PageTask = {
  request: 'Choose the colour teal.',
  page: `<fieldset><legend>Colour</legend>${['red', 'teal', 'gold'].map(swatch).join('')}</fieldset>${says}`,
  judge: `document.querySelector('[aria-label=teal]').checked`,
  shows: 'Colour teal',
  right: () => [[click('RadioButton', 'teal')]],
  wrong: () => [[click('RadioButton', 'gold')]],
};

const datePicker: PageTask = {
  request: 'Choose 20 August 2027.',
  page: `<button onclick="turn(-1)">Previous month</button> <b id="month"></b> <button onclick="turn(1)">Next month</button>
<div id="days"></div>${says}<script>
const shown = new Date(2027, 5, 1);
function turn(by) {
  shown.setMonth(shown.getMonth() + by);
  month.textContent = shown.toLocaleDateString('en', { month: 'long', year: 'numeric' });
  days.innerHTML = '';
  for (let day = 1; day <= 28; day++) {
    const button = days.appendChild(document.createElement('button'));
    button.textContent = day;
    button.onclick = () => (says.value = 'Date ' + day + ' ' + month.textContent);
  }
}
turn(0);
</script>`,
  judge: `says.value === 'Date 20 August 2027'`,
  shows: 'Date 20 August 2027',
  right: () => [[click('Button', 'Next month')], [click('Button', 'Next month')], [click('Button', '20')]],
  wrong: () => [[click('Button', 'Next month')], [click('Button', '20')]],
};

const dragDrop: PageTask = {
  request: 'Drag the carrot to the vegetables.',
  page: `<div id="carrot" draggable="true">Carrot</div>
${['Fruits', 'Vegetables'].map((name) => `<div class="box" id="${name}">${name}</div>`).join('')}${says}<script>
for (const box of document.querySelectorAll('.box')) {
  box.ondragover = (event) => event.preventDefault();
  box.ondrop = () => { box.append(carrot); says.value = 'Carrot in ' + box.id; };
}
</script><style>
#carrot { width: 80px; padding: 20px; background: orange; }
.box { margin: 40px; padding: 60px; width: 300px; border: 2px solid; }
</style>`,
  judge: `carrot.parentElement.id === 'Vegetables'`,
  shows: 'Carrot in Vegetables',
  right: (at) => [[drag(at('#carrot'), at('#Vegetables'))]],
  wrong: (at) => [[drag(at('#carrot'), at('#Fruits'))]],
};

const dragSlider: PageTask = {
  request: 'Set the brightness to 75.',
  page: `<input type="range" id="range" aria-label="Brightness" min="0" max="100" value="20" style="width:800px"
oninput="says.value = 'Brightness ' + this.value">${says}
<i id="to75" style="position:absolute;left:calc(8px + 8px + 784px * .75)"></i><i id="to40" style="position:absolute;left:calc(8px + 8px + 784px * .4)"></i>
<i id="to20" style="position:absolute;left:calc(8px + 8px + 784px * .2)"></i>`,
  judge: `range.value === '75'`,
  shows: 'Brightness 75',
  right: (at) => [[drag({ x: at('#to20').x, y: at('#range').y }, { x: at('#to75').x, y: at('#range').y })]],
  wrong: (at) => [[drag({ x: at('#to20').x, y: at('#range').y }, { x: at('#to40').x, y: at('#range').y })]],
};

const fillForm: PageTask = {
  request: 'Fill in the form for Ada, ada@example.org, in Chile, with the newsletter, and press Done.',
  page: `<form onsubmit="says.value = 'Got ' + Array.from(new FormData(this).values()).join(', '); return false">
<label>Name <input name="n"></label> <label>E-mail <input name="e"></label>
<label>Country <select name="c"><option>Peru<option>Chile</select></label>
<label><input type="checkbox" name="k" value="news"> Newsletter</label> <button>Done</button></form>${says}`,
  judge: `says.value === 'Got Ada, ada@example.org, Chile, news'`,
  shows: 'Got Ada, ada@example.org, Chile, news',
  right: () => [
    [set('Name', 'Ada'), set('E-mail', 'ada@example.org'), click('CheckBox', 'Newsletter')],
    [click('ComboBox', 'Country')],
    [keys('{DOWN}{ENTER}')],
    [click('Button', 'Done')],
  ],
  wrong: () => [[set('Name', 'Ada'), set('E-mail', 'ada@example.org')], [click('Button', 'Done')]],
};

const rightClickMenu: PageTask = {
  request: 'Copy the text from its context menu.',
  page: `<p id="text" oncontextmenu="menu.hidden = false; return false">A text to copy</p>
<div id="menu" role="menu" hidden>${['Cut', 'Copy', 'Paste'].map((name) => `<div role="menuitem" tabindex="0" onclick="says.value = '${name} done'">${name}</div>`).join('')}</div>${says}`,
  judge: `says.value === 'Copy done'`,
  shows: 'Copy done',
  right: (at) => [
    [{ function: 'click_on_coordinates', arguments: { ...at('#text'), button: 'right' } }],
    [click('MenuItem', 'Copy')],
  ],
  wrong: (at) => [
    [{ function: 'click_on_coordinates', arguments: { ...at('#text'), button: 'right' } }],
    [click('MenuItem', 'Cut')],
  ],
};

const selectDropdown: PageTask = {
  request: 'Choose Mango.',
  page: `<label>Fruit <select id="fruit" onchange="says.value = 'Fruit ' + this.value">
${['Apple', 'Banana', 'Mango'].map((name) => `<option>${name}`).join('')}</select></label>${says}`,
  judge: `fruit.value === 'Mango'`,
  shows: 'Fruit Mango',
  right: () => [[click('ComboBox', 'Fruit')], [keys('{DOWN}{DOWN}{ENTER}')]],
  wrong: () => [[click('ComboBox', 'Fruit')], [keys('{DOWN}{ENTER}')]],
};

const cell = (name: string) =>
  `<td><input aria-label="${name}" oninput="says.value = '${name} holds ' + this.value"></td>`;
const spreadsheetCell: PageTask = {
  request: 'Write =SUM(A1:A3) into the cell B2.',
  page: `<table>${['1', '2', '3'].map((row) => `<tr>${['A', 'B'].map((column) => cell(column + row)).join('')}</tr>`).join('')}</table>${says}`,
  judge: `document.querySelector('[aria-label=B2]').value === '=SUM(A1:A3)'`,
  shows: 'B2 holds =SUM(A1:A3)',
  right: () => [[set('B2', '=SUM(A1:A3)')]],
  wrong: () => [[set('A2', '=SUM(A1:A3)')]],
};

const toggleSwitch: PageTask = {
  request: 'Turn Bluetooth off.',
  page: `${['WiFi', 'Bluetooth'].map((name) => `<button role="switch" aria-checked="true" aria-label="${name}" onclick="this.ariaChecked = this.ariaChecked !== 'true'; says.value = '${name} ' + (this.ariaChecked === 'true' ? 'on' : 'off')">${name}</button>`).join('')}${says}`,
  judge: `document.querySelector('[aria-label=Bluetooth]').ariaChecked === 'false'`,
  shows: 'Bluetooth off',
  right: () => [[click('(?:Button|CheckBox)', 'Bluetooth')]],
  wrong: () => [[click('(?:Button|CheckBox)', 'Bluetooth')], [click('(?:Button|CheckBox)', 'Bluetooth')]],
};

const typingInput: PageTask = {
  request: 'Type “Größe: 7 × 6 {ok}” into Comment.',
  page: `<label>Title <input id="title"></label> <label>Comment <input id="comment" oninput="says.value = 'Comment ' + this.value"></label>${says}`,
  judge: `comment.value === 'Größe: 7 × 6 {ok}'`,
  shows: 'Comment Größe: 7 × 6 {ok}',
  right: () => [[set('Comment', 'Größe: 7 × 6 {ok}')]],
  wrong: () => [[set('Comment', 'Grosse: 7 x 6')]],
};

const videoPlayer: PageTask = {
  request: 'Pause the video and mute it.',
  page: `<div role="toolbar" aria-label="Player"><button id="play" aria-label="Pause" onclick="flip(this, 'Pause', 'Play')">❚❚</button>
<button id="mute" aria-label="Mute" onclick="flip(this, 'Mute', 'Unmute')">♪</button></div>${says}<script>
function flip(button, one, other) {
  button.ariaLabel = button.ariaLabel === one ? other : one;
  says.value = (play.ariaLabel === 'Play' ? 'paused' : 'playing') + ', ' + (mute.ariaLabel === 'Unmute' ? 'muted' : 'loud');
}
</script>`,
  judge: `play.ariaLabel === 'Play' && mute.ariaLabel === 'Unmute'`,
  shows: 'paused, muted',
  right: () => [[click('Button', 'Pause')], [click('Button', 'Mute')]],
  wrong: () => [[click('Button', 'Mute')]],
};

/** In the manner of trycua/cua's `cua-bench-basic`: the same thirteen kinds of controls, with pages of our own. */
export const pageTasks: Readonly<Record<string, PageTask>> = {
  'click-button': clickButton,
  'click-icon': clickIcon,
  'color-picker': colorPicker,
  'date-picker': datePicker,
  'drag-drop': dragDrop,
  'drag-slider': dragSlider,
  'fill-form': fillForm,
  'right-click-menu': rightClickMenu,
  'select-dropdown': selectDropdown,
  'spreadsheet-cell': spreadsheetCell,
  'toggle-switch': toggleSwitch,
  'typing-input': typingInput,
  'video-player': videoPlayer,
};
