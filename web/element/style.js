// @ts-check
// The style of everything in the shadow root.

import { sheetOf } from './sheet.js';

const kCss = `
/* A page's rules for all elements, as in many resets, override ours for the host; so what must not be overridden is on
   .frame and .room. Only display may be. */
:host { display: block; }
/* A container has no width of its own, so where a box is as wide as what is in it the figure would have none. An empty
   line gives it one, as a frame has: at least 240 px, at most 700. Its invisible colour shows which colour scheme the
   page is in, and its transition tells when that changes: see look.js. */
.frame {
  all: initial; display: block; width: 100%; visibility: inherit; break-inside: avoid-column;
  color-scheme: inherit; column-rule-color: light-dark(#fff, #000); transition: column-rule-color 1ms step-start;
}
.frame::before { content: ""; display: grid; grid-template-columns: minmax(240px, 700px); overflow: hidden; }
.room { all: initial; position: relative; display: block; visibility: inherit; container-type: inline-size; }
:host([hidden]) { display: none; }
[hidden] { display: none !important; }

.figure {
  all: initial;
  display: flex;
  flex-direction: column;
  visibility: inherit;
  color-scheme: light;
  --la-paper: #ffffff; --la-ink: #1a1c20; --la-quiet: #5c626b; --la-hairline: #d9dce1; --la-raised: #f4f5f7;
  --la-accent: #1f5fa8; --la-error: #b0101a;
  background: var(--la-paper);
  color: var(--la-ink);
  font: medium/1.5 Inter, "Inter Variable", system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
.figure[data-theme=dark] {
  color-scheme: dark;
  --la-paper: #15171c; --la-ink: #e8eaed; --la-quiet: #a3aab4; --la-hairline: #363b44; --la-raised: #21252c;
  --la-accent: #7ab8ff; --la-error: #ff8f88;
}
*, ::before, ::after { box-sizing: border-box; }
p { margin: 0; }
.unseen, [data-controls=canvas] .controls > .form:not(:focus-within), .figure:has(.vector[hidden]) .lever:not(:focus-within) {
  position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}

.title { min-height: 1.4em; margin-bottom: 8px; font-size: 1.125em; font-weight: 600; line-height: 1.4; }
.view { position: relative; background: var(--la-paper); }
.picture { position: relative; aspect-ratio: 1 / var(--la-narrow, 1.3); }
.strip { height: var(--la-strip, 0px); }
.figure:not([data-ready]):not([data-controls=none]) .rest { min-height: var(--la-room-more); }
.figure[data-rooms~=text]:not([data-ready]):not([data-controls=none]) .rest { min-height: calc(var(--la-room-more) + var(--la-room-text)); }
.figure:not([data-ready]) :is(.film, .controls) { visibility: hidden; }
.figure:not([data-ready])[data-controls=canvas] .strip { height: var(--la-room-strip); }
.view canvas, .vector { position: absolute; inset: 0; width: 100% !important; height: var(--la-drawn-height, 100%) !important; }
.live { touch-action: pan-y; user-select: none; -webkit-user-select: none; }
.vector svg { display: block; width: 100%; height: auto; }
.poster { position: absolute; z-index: 1; inset: 0; width: 100%; height: calc(100% + 1px); object-fit: contain; object-position: top; pointer-events: none; background: var(--la-paper); }
.figure[data-dropping] .view { outline: 3px dashed var(--la-accent); outline-offset: -3px; }

/* Only the picture. The keyboard finds what plays; the focus shows it. */
:host([bare]) :is(.title, .bar, .sentence, details, .strip), :host([bare]) .grid > :not(:has(.play)) { display: none; }
[data-untold] .sentence { visibility: hidden; }
:host([bare]) .controls { min-height: 0 !important; }
:host([bare]) .film { min-height: 0 !important; }
:host([bare]) :is(.form, .reel):not(:focus-within) { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }

.bar { display: flex; align-items: center; gap: 8px; min-height: 40px; padding: 4px 0; }
.status { display: flex; flex: 1; flex-wrap: wrap; align-items: center; gap: 4px 8px; min-height: 32px; color: var(--la-quiet); font-size: .875em; }
progress { flex: 0 1 6em; min-width: 3em; height: 8px; accent-color: var(--la-accent); }
.cancel { flex: none; }
.menu-place { position: relative; margin-inline-start: auto; }
.menu {
  position: absolute; z-index: 2; inset-block: auto 100%; inset-inline-end: 0; display: grid; min-width: 15em; max-height: min(38em, var(--room, 100vh)); padding: 4px; overflow-y: auto;
  background: var(--la-paper); border: 1px solid var(--la-quiet); border-radius: 4px; box-shadow: 0 4px 16px #0004;
}
.menu.below { inset-block: 100% auto; }
.menu button { justify-content: start; border: 0; background: none; text-align: start; }
.menu button:focus-visible, .menu button:hover:not(:disabled) { background: var(--la-raised); }

button, .button, input, select, textarea { font: inherit; font-size: 1em; color: inherit; border-radius: 4px; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 32px; padding: 2px 12px;
  font-size: .875em; background: var(--la-raised); border: 1px solid var(--la-quiet); cursor: pointer;
}
button:disabled { color: var(--la-quiet); opacity: .6; cursor: default; }
.more, .undo { min-width: 40px; background: none; border-color: transparent; font-weight: 700; }
.undo:disabled { display: none; }
.run { border-color: var(--la-accent); background: var(--la-accent); color: var(--la-paper); }
:focus-visible, .unseen:focus-visible + .button { outline: 2px solid var(--la-accent); outline-offset: 2px; }

.form { padding: 8px 0 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5em, 1fr)); gap: 4px 24px; }
.differing { margin-inline-start: .75em; color: var(--la-ink); }
.choice { grid-column: span 2; }
.controls { container-type: inline-size; }
@container (min-width: 700px) { .choice:has(.segments label:nth-child(3)) { grid-column: span 3; } }
[data-controls=none] .controls { display: none; }
.row { min-width: 0; margin: 0; padding: 2px 0; border: 0; border-radius: 4px; }
.row.lit { background: color-mix(in srgb, var(--la-accent) 16%, var(--la-paper)); }
.row.locked { --la-accent: var(--la-quiet); }
.locked * { cursor: default !important; }
.row > label, legend { overflow-wrap: break-word; padding: 0; color: var(--la-quiet); font-size: .8125em; line-height: 28px; }
.range > label { display: flex; align-items: center; min-height: 28px; line-height: 1.25; }
.range { display: grid; grid-template-columns: minmax(min-content, 1fr) auto; align-items: center; align-content: start; gap: 0 8px; }
.range input[type=range] { grid-column: 1 / -1; grid-row: 2; width: 100%; min-height: 28px; margin: 0; accent-color: var(--la-accent); }
@media (forced-colors: none) {
  input[type=range] {
    appearance: none; cursor: pointer;
    background: linear-gradient(var(--la-along, to right), var(--la-accent) calc(100% * var(--at)), var(--la-hairline) 0) no-repeat center / calc(100% - 14px) 2px;
  }
  ::-webkit-slider-thumb { appearance: none; width: 14px; height: 14px; border: 0; border-radius: 7px; background: var(--la-accent); }
  ::-moz-range-thumb { width: 14px; height: 14px; border: 0; border-radius: 7px; background: var(--la-accent); }
}
.play { grid-row: 2; width: 28px; min-height: 28px; padding: 0; border: 0; border-radius: 14px; color: var(--la-accent); }
.play::before { content: ""; border-block: 6px solid transparent; border-inline-start: 10px solid; }
.play.playing::before { width: 9px; height: 12px; border: solid; border-width: 0 3px; }
.range .play + input[type=range] { grid-column: 2 / -1; }
.range:has(.play) { grid-template-columns: auto minmax(0, 1fr) auto; }
.range:has(.play) > label { grid-column: 1 / 3; }
[data-rooms~=film] .film { min-height: 36px; }
.reel .row { display: flex; align-items: center; gap: 8px; }
.reel .play { order: -1; }
.reel .row > label { line-height: 1.25; }
.reel input[type=range] { flex: 1; min-width: 4em; }
.reel .entry { width: auto; field-sizing: content; max-width: 13.5em; }
.step { min-width: 32px; padding: 2px; border: 0; background: none; color: var(--la-quiet); }
[data-controls=none] .film { display: none; }
[dir=rtl] { --la-along: to left; }
.numbers { grid-column: span 2; }
.list { width: 100%; min-height: 32px; padding: 4px 8px; background: var(--la-paper); border: 1px solid var(--la-quiet); }
.entry { width: 4.75em; min-width: 2em; min-height: 28px; padding: 0 2px; font-size: .875em; text-align: end; background: none; border: 1px solid transparent; font-weight: 600; }
.entry:hover, .entry:focus { background: var(--la-paper); border-color: var(--la-quiet); }
select, .select, textarea { width: 100%; min-height: 32px; padding: 4px 8px; background: var(--la-paper); border: 1px solid var(--la-quiet); }
.select { height: 32px; }
.segments { display: inline-flex; flex-wrap: wrap; background: var(--la-raised); border-radius: 4px; }
.segments label { position: relative; display: flex; }
.segments input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.segments span { display: flex; align-items: center; min-height: 28px; margin: 2px; padding: 0 12px; border: 1px solid transparent; border-radius: 3px; color: var(--la-quiet); font-size: .875em; }
.segments :checked + span { background: var(--la-paper); border-color: var(--la-accent); color: var(--la-ink); font-weight: 600; }
.segments :focus-visible + span { outline: 2px solid var(--la-accent); outline-offset: 2px; }
.switch label { display: inline-flex; align-items: center; gap: 8px; min-height: 32px; color: inherit; }
.switch input { width: 20px; height: 20px; margin: 0; accent-color: var(--la-accent); }
.action { align-self: end; }
.help { color: var(--la-quiet); font-size: .875em; }
.bar > .help { flex: 1; }
.bar > .help:empty { display: none; }

.text { display: grid; gap: 4px; padding: 8px 0; }
.text > label { color: var(--la-quiet); font-size: .875em; }
textarea { min-height: 6em; resize: vertical; }
.actions { position: relative; display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.size { color: var(--la-quiet); font-size: .875em; }

.note { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 4px 0; padding: 8px 12px; background: var(--la-raised); border-inline-start: 4px solid var(--la-accent); border-radius: 4px; font-size: .9375em; }
.note.error { border-color: var(--la-error); }
.note.error p::before { content: attr(data-kind) " "; color: var(--la-error); font-weight: 600; }
.note input { flex: 1 1 16em; min-width: 0; min-height: 32px; padding: 2px 8px; background: var(--la-paper); border: 1px solid var(--la-quiet); }
.sentence { padding: 8px 0; }
#sentence { min-height: 3em; }
#further:empty { display: none; }
/* Under a caption of the page the figure's own words are second. */
[data-captioned] .sentence { max-width: 50em; color: var(--la-quiet); font-size: .875em; }
details { border-top: 1px solid var(--la-hairline); }
summary { min-height: 32px; padding: 4px 0; color: var(--la-quiet); font-size: .875em; cursor: pointer; }
.scroll { overflow-x: auto; overflow-wrap: normal; } /* it scrolls rather than break a word */
table { border-collapse: collapse; font-size: .875em; }
th, td { padding-block: 4px; padding-inline: 0 16px; border-bottom: 1px solid var(--la-hairline); text-align: start; font-weight: 400; vertical-align: baseline; }
thead th { color: var(--la-quiet); }
thead th:not(:first-child) { text-align: end; }
td { text-align: end; }

@supports (field-sizing: content) { .entry { width: auto; field-sizing: content; } }

/* Room until the figure is there, beside its form (rooms.js): one line of controls in the picture, or two. */
.figure { --la-room-strip: clamp(61px, (var(--la-one-line-from, 0px) - 100cqi) * 999, 118px); --la-room-more: 33px; --la-room-text: 208px; }
@media (pointer: coarse) { .figure { --la-room-more: 45px; --la-room-text: 220px; } }
@container (min-width: 600px) {
  .narrow { display: none; }
  .picture { aspect-ratio: 1 / var(--la-wide, .6); }
  /* The usual place: drawsControls() of look.js. */
  @media (pointer: fine) and (forced-colors: none) {
    .figure:not([data-ready], [data-controls]) .strip { height: var(--la-room-strip); }
    .figure:not([data-ready], [data-controls]) .controls > .form { display: none; }
  }
}
@container (max-width: 599.98px) {
  .title { min-height: 4.2em; display: flex; align-items: end; }
  #sentence { min-height: 6em; }
  .status:has(progress) { flex-wrap: nowrap; line-height: 1.14; }
  .status:has(.cancel:not([hidden])) + .undo:not(:focus) { display: none; } /* a run needs the line */
  .grid { gap: 4px 16px; }
  .reel .row:has(.step) :is(label, .step) { display: none; }
  /* A range that is alone takes one line, and alternatives one line as long as their words leave them room. */
  .grid:not(:has(.range:not([hidden]) ~ .range:not([hidden]))) > .range { grid-column: 1 / -1; grid-template-columns: auto minmax(4em, 1fr) auto; gap: 0 12px; }
  .grid:not(:has(.range:not([hidden]) ~ .range:not([hidden]))) > .range > :is(label, input[type=range]) { grid-column: auto; grid-row: auto; }
  .segments span { margin: 2px 1px; padding: 0 4px; font-size: .8125em; }
  .choice:has(> select, > .select) { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 0 12px; }
}
@media (pointer: coarse) {
  .bar { min-height: 52px; }
  /* What plays stays at the thumb while the picture is on the screen, once a third of a screen of the figure is there, and
     under the picture where that ends: it covers no control. What sticks stays in the figure with its margin, which takes
     no room. */
  .title, .view { order: -2; }
  .figure:not([data-controls=none]) .view { margin-bottom: -33vh; }
  [data-rooms~=film] .film { min-height: 49px; }
  .film { position: sticky; z-index: 2; bottom: 0; order: -1; margin-top: 33vh; padding-bottom: env(safe-area-inset-bottom); background: var(--la-paper); border-top: 1px solid var(--la-hairline); }
  /* A defect of Chromium 156 without a GPU: of a canvas whose last lines a sticky box covers, it leaves as many of the first
     ones blank when the canvas has been drawn again. Not where that box is a layer of its own that lets something through. */
  .film { opacity: .999; }
  .figure[data-ready] .film:not(:has(.row:not([hidden]))), :host([bare]) .film { min-height: 0; padding: 0; border: 0; }
  button, .button, select, .select, .list, .segments span, .switch label, summary { min-height: 44px; }
  .range input[type=range], .entry { min-height: 44px; }
  .more, .undo, .entry, .segments label { min-width: 44px; }
  .segments span { flex: 1; justify-content: center; }
  .play { width: 44px; min-height: 44px; border-radius: 22px; }
  .switch input { width: 24px; height: 24px; }
}
@container (max-width: 287.98px) {
  .choice, .numbers { grid-column: 1; } /* of one: to span two would make another beside it */
  .reel .row { gap: 4px; }
  .reel input[type=range] { min-width: 2.5em; }
  .reel .entry { font-size: .75em; }
}
/* A name stands before its alternatives where both have room in a line. */
@media (pointer: coarse) {
  @container (max-width: 599.98px) {
    .choice:not(:has(> select, > .select)) { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; }
    .choice > legend { float: left; }
  }
}
@media (forced-colors: active) {
  .segments :checked + span { forced-color-adjust: none; background: Highlight; border-color: Highlight; color: HighlightText; }
  .note { border: 1px solid; }
  .row.lit { outline: 2px solid Highlight; }
  .play { border: 1px solid; }
}
@media print {
  [data-untold] .sentence { visibility: visible; }
  .bar, .controls, .film, .live { display: none !important; }
  .view { margin: 0 !important; }
  .strip { height: 0 !important; }
  .still { display: block !important; height: auto !important; }
}
:host(:fullscreen) { overflow: auto; }
:host(:fullscreen) .figure { min-height: 100vh; padding: 16px 32px; background: var(--la-paper); font-size: 1.25em; }
:host(:fullscreen) .view { max-width: calc((100vh - 10em) / var(--la-wide, .6)); margin: 0 auto; }
`;

/** Also to be called when the root has come to another document. @param {ShadowRoot} root */
export function adoptStyle(root) {
  const sheet = sheetOf(kCss, root.ownerDocument);
  if (sheet) root.adoptedStyleSheets = [sheet];
}
