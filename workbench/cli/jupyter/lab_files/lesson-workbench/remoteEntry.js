// @ts-check
// The launcher tiles and palette commands of the workbench, for JupyterLab 4 and Notebook 7. Written by hand as
// JupyterLab loads it: a container with `init` and `get`. What it imports is JupyterLab's own, from the shared scope.
(() => {
  const START = "00_start_here.ipynb";
  const FOLDER = "workbench-notebooks";
  const PANELS = "workbench-panels.ipynb";
  const CELL = "from workbench import app\n\napp()";
  const NOTEBOOK = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: "python3", display_name: "Python 3 (ipykernel)", language: "python" } },
    cells: [{ id: "app", cell_type: "code", metadata: {}, execution_count: null, outputs: [], source: CELL }],
  };
  const COPY = `from pathlib import Path
from workbench.cli.jupyter.notebook_files import copy_notebooks
copy_notebooks(Path("${FOLDER}"))`;
  const ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24"><g class="jp-icon3" fill="#616161">
    <path d="M3 4h13v2H3zM3 9h9v2H3zM3 14h7v2H3zM3 19h7v2H3z"/>
    <path d="M18.4 8.6l3 3-7.2 7.2-3.7.7.7-3.7z"/></g></svg>`;

  /** JupyterLab's shared modules, by name and version. @type {Record<string, Record<string, any>>} */
  let shared = {};

  /** One of the application's own modules; Notebook 7 has no launcher. @param {string} name */
  const load = async (name) => {
    const [version] = Object.values(shared[name] ?? {});
    return version ? (await version.get())() : {};
  };

  /** The commands, for an application whose file browser, if it has one, is `browser`.
   * @param {any} app @param {any} browser */
  const commandsOf = (app, browser) => {
    const { contents, kernelspecs, sessions } = app.serviceManager;

    /** Where a person is, as names begin there: the launcher's folder, or the file browser's. @param {any} args */
    const folderOf = (args) => {
      const folder = args.cwd ?? browser?.model.path ?? "";
      return folder && `${folder}/`;
    };

    /** Whether a folder holds something of this type. @param {string} folder @param {string} name @param {string} type */
    const holds = async (folder, name, type = "notebook") =>
      (await contents.get(folder)).content.some((/** @type {any} */ each) => each.name === name && each.type === type);

    /** @param {string} path */
    const open = (path) => app.commands.execute("docmanager:open", { path, factory: "Notebook" });

    /** All panels in a notebook of their own, run unless it shows them; one that a person changed is opened as it is.
     * @param {any} args */
    const openPanels = async (args) => {
      const folder = folderOf(args);
      const path = `${folder}${PANELS}`;
      if (!(await holds(folder, PANELS))) {
        await contents.save(path, { type: "notebook", format: "json", content: NOTEBOOK });
      }
      const panel = await open(path);
      if (!panel?.sessionContext) return; // Notebook 7 opens another page, where the person runs the cell
      await Promise.all([panel.context.ready, panel.sessionContext.ready]);
      const [cell, ...more] = panel.content.widgets;
      const isOurs = !more.length && cell.model.sharedModel.getSource() === CELL;
      if (!isOurs || panel.node.querySelector(".wb-panel")) return;
      cell.inputHidden = true;
      await app.commands.execute("notebook:run-all-cells");
    };

    /** The curated notebooks, copied beforehand by a kernel where they are not in this folder. @param {any} args */
    const openNotebooks = async (args) => {
      const folder = folderOf(args);
      if (await holds(folder, START)) return open(folder + START);
      const copies = `${folder}${FOLDER}/`;
      const areThere = (await holds(folder, FOLDER, "directory")) && (await holds(copies, START));
      if (!areThere) await copyNotebooks(folder);
      return open(copies + START);
    };

    /** @param {string} folder */
    const copyNotebooks = async (folder) => {
      await kernelspecs.ready;
      const kernel = { name: kernelspecs.specs.default };
      const session = await sessions.startNew({ path: `${folder}copying`, type: "console", name: "workbench", kernel });
      try {
        const { content } = await session.kernel.requestExecute({ code: COPY, store_history: false }).done;
        if (content.status !== "ok") throw new Error(`${content.ename}: ${content.evalue}`);
      } finally {
        await session.shutdown();
      }
    };

    return [
      { name: "panels", label: "Panels", title: "Open the workbench: all panels on one page", run: openPanels },
      { name: "notebooks", label: "Notebooks", title: "Open the workbench's notebooks, copied for you", run: openNotebooks },
    ];
  };

  const extension = async () => {
    const { ICommandPalette, showErrorMessage } = await load("@jupyterlab/apputils");
    const { LabIcon, notebookIcon } = await load("@jupyterlab/ui-components");
    const { IDefaultFileBrowser } = await load("@jupyterlab/filebrowser");
    const { ILauncher } = await load("@jupyterlab/launcher");
    /** @type {Record<string, any>} */
    const icons = { panels: new LabIcon({ name: "lesson-workbench:icon", svgstr: ICON }), notebooks: notebookIcon };
    const category = "Workbench";

    /** @param {any} app @param {any} palette @param {any} launcher @param {any} browser */
    const activate = (app, palette, launcher, browser) => {
      for (const [rank, { name, label, title, run }] of commandsOf(app, browser).entries()) {
        const command = `lesson-workbench:${name}`;
        app.commands.addCommand(command, {
          label: (/** @type {any} */ args) => (args.isPalette ? title : label),
          caption: title,
          icon: (/** @type {any} */ args) => (args.isPalette ? undefined : icons[name]),
          execute: (/** @type {any} */ args) => run(args).catch((error) => showErrorMessage(category, error)),
        });
        palette?.addItem({ command, category, args: { isPalette: true } });
        launcher?.add({ command, category, rank });
      }
    };
    return {
      id: "lesson-workbench:plugin",
      description: "Opens the workbench from the launcher and the command palette.",
      autoStart: true,
      optional: [ICommandPalette, ILauncher, IDefaultFileBrowser].filter(Boolean),
      activate,
    };
  };

  const host = /** @type {any} */ (window);
  host._JUPYTERLAB = host._JUPYTERLAB ?? {};
  host._JUPYTERLAB["lesson-workbench"] = {
    /** @param {typeof shared} scope */
    init: (scope) => {
      shared = scope;
    },
    get: async () => {
      const plugin = await extension();
      return () => plugin;
    },
  };
})();
