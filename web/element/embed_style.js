// @ts-check
// The style of the dialog, in addition to what it shares with the figure.

export const kEmbedCss = `
.embed {
  width: min(1040px, 100vw - 32px); max-width: none; max-height: calc(100dvh - 32px); margin: auto; padding: 0 24px 24px;
  overflow: auto; overscroll-behavior: contain; container-type: inline-size;
  background: var(--la-paper); color: var(--la-ink); border: 1px solid var(--la-hairline); border-radius: 8px;
  box-shadow: 0 16px 48px #0006;
}
.embed::backdrop { background: #000a; }
.embed header {
  position: sticky; z-index: 3; top: 0; display: flex; align-items: center; justify-content: space-between;
  margin: 0 -24px 8px; padding-block: 12px 8px; padding-inline: 24px 12px; background: var(--la-paper);
}
.embed h2 { margin: 0; font-size: 1.25em; font-weight: 600; }
.close { min-width: 40px; min-height: 40px; padding: 0; border-color: transparent; background: none; font-size: 1.5em; line-height: 1; }
.close:hover { background: var(--la-raised); }
.embed .body { display: grid; gap: 16px 32px; }
.options { display: flex; flex-direction: column; gap: 8px; min-width: 0; }
.embed .row > label { display: block; }
.embed select { max-width: 100%; }
.look { min-width: 0; }
.preview { position: relative; overflow: hidden; border: 1px solid var(--la-hairline); border-radius: 4px; }
.sheet { transform-origin: 0 0; }
.measured { opacity: 0; }
.reserved, .where, .copied { color: var(--la-quiet); font-size: .875em; }
.reserved { margin-top: 8px; }
.locks { border: 0; }
.locks .scroll { max-height: 17em; overflow: auto; border: 1px solid var(--la-hairline); border-radius: 4px; }
.locks table { width: 100%; }
.locks thead th { position: sticky; z-index: 1; top: 0; background: var(--la-paper); }
.locks th { padding: 4px 12px; vertical-align: middle; }
.locks td { width: 4.5em; padding: 0; }
.locks thead th:not(:first-child) { width: 4.5em; padding: 4px 0; text-align: center; }
.locks td label { display: flex; align-items: center; justify-content: center; min-height: 32px; cursor: pointer; }
.locks input { width: 18px; height: 18px; margin: 0; accent-color: var(--la-accent); }
.locks tr:last-child > * { border-bottom: 0; }
.out { display: flex; flex-direction: column; gap: 8px; margin-top: 16px; padding-top: 12px; border-top: 1px solid var(--la-hairline); }
.out textarea { height: 9.5em; min-height: 5em; font: .8125em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--la-raised); overflow-wrap: anywhere; }
.out .actions button:first-child { border-color: var(--la-accent); background: var(--la-accent); color: var(--la-paper); }
@container (min-width: 720px) { .embed .body { grid-template-columns: minmax(0, 22em) minmax(0, 1fr); } }
@media (max-width: 599.98px) {
  .embed { width: 100vw; max-height: 100dvh; margin: auto 0 0; padding: 0 16px 16px; border-width: 1px 0 0; border-radius: 8px 8px 0 0; }
  .embed header { margin: 0 -16px 8px; padding-block: 8px; padding-inline: 16px 8px; }
}
@media (pointer: coarse) {
  .close { min-width: 44px; min-height: 44px; }
  .locks td label { min-height: 44px; }
}
@media (forced-colors: active) { .embed { border-color: CanvasText; } }
`;
