// @ts-check
// The launcher tiles and palette commands of the workbench, and how its panels are shown in notebooks, for JupyterLab 4
// and Notebook 7. Written by hand as JupyterLab loads it: a container with `init` and `get`. What it imports is
// JupyterLab's own, from the shared scope.
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
  const PANEL = "application/vnd.lesson-workbench.panel+json";
  const WIDGET = "application/vnd.jupyter.widget-view+json";
  const CHART = "application/vnd.lesson-workbench.chart+json";
  const PICTURES = ["application/vnd.plotly.v1+json", "image/png"];
  const LOOK_AGAIN_MS = 200;
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

  /** The class that shows a panel in a notebook: live where its kernel has it, else as the HTML that was saved with it.
   * @param {any} Panel Lumino's @param {any} registry the application's renderers @param {any} tracker of notebooks */
  const rendererOf = (Panel, registry, tracker) =>
    class extends Panel {
      /** @param {any} options */
      constructor(options) {
        super();
        this.addClass("wb-saved-panel"); // by which a panel knows that it is kept while its saved form is replaced
        /** Tells the notebook: each has its own. */
        this.resolver = options.resolver;
        this.html = registry.createRenderer("text/html");
        this.addWidget(this.html);
        /** The standard renderer of widgets, once there is one. @type {any} */
        this.live = null;
        this.modelId = "";
      }

      /** A live panel stays as it is while its saved form is replaced. @param {any} model */
      async renderModel(model) {
        await this.html.renderModel(model);
        const modelId = model.data[WIDGET]?.model_id;
        if (!model.trusted || !modelId || modelId === this.modelId) return;
        this.modelId = modelId;
        this.showSaved();
        const isNew = this.canShowLive();
        while (!this.canShowLive()) {
          await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
          if (this.isDisposed || modelId !== this.modelId) return;
        }
        // An output that was there before its kernel may be older than the kernel. A busy kernel answers later.
        if (!isNew && !(await this.isInKernel(modelId))) return;
        if (!this.isDisposed && modelId === this.modelId) this.showLive(model);
      }

      notebook() {
        return tracker.find((/** @type {any} */ panel) => panel.content.rendermime.resolver === this.resolver);
      }

      /** Whether the notebook's widget manager is there: it puts a renderer of its own in place of the application's. */
      canShowLive() {
        const own = this.notebook()?.content.rendermime.getFactory(WIDGET);
        return own && own !== registry.getFactory(WIDGET);
      }

      /** @param {string} modelId */
      async isInKernel(modelId) {
        const kernel = this.notebook()?.sessionContext.session?.kernel;
        const reply = await kernel?.requestCommInfo({ target_name: "jupyter.widget" });
        return modelId in (reply?.content.comms ?? {});
      }

      showSaved() {
        this.live?.dispose();
        this.live = null;
        this.html.show();
      }

      /** Swap the panel in when it is drawn. The promise of `renderModel` may stay pending. @param {any} model */
      showLive(model) {
        const live = this.notebook().content.rendermime.createRenderer(WIDGET, model);
        this.live = live;
        live.hide();
        this.addWidget(live);
        const observer = new MutationObserver(() => {
          if (live === this.live && live.node.firstElementChild) {
            this.html.hide();
            live.show();
          } else if (live === this.live && !live.hasClass("jupyter-widgets")) {
            return; // it is still loading
          }
          observer.disconnect();
        });
        observer.observe(live.node, { childList: true, attributes: true });
        live.renderModel(model);
      }
    };

  /** The class that shows a chart: plotly's, else its picture. Given both, plotly's would show
   * the picture, which has no theme; so it is given the chart alone.
   * @param {any} Panel Lumino's @param {any} registry the application's renderers */
  const chartRendererOf = (Panel, registry) =>
    class extends Panel {
      /** @param {any} model */
      async renderModel(model) {
        while (this.widgets.length) this.widgets[0].dispose();
        const type = PICTURES.find((name) => name in model.data && registry.getFactory(name)) ?? "text/plain";
        const chart = registry.createRenderer(type);
        this.addWidget(chart);
        const { metadata, trusted } = model;
        const data = { [type]: model.data[type] };
        await chart.renderModel({ data, metadata, trusted, setData() {} }); // plotly would store its own picture
      }
    };

  const extension = async () => {
    const { ICommandPalette, showErrorMessage } = await load("@jupyterlab/apputils");
    const { LabIcon, notebookIcon } = await load("@jupyterlab/ui-components");
    const { IDefaultFileBrowser } = await load("@jupyterlab/filebrowser");
    const { ILauncher } = await load("@jupyterlab/launcher");
    const { IRenderMimeRegistry } = await load("@jupyterlab/rendermime");
    const { INotebookTracker } = await load("@jupyterlab/notebook");
    const { Panel } = await load("@lumino/widgets");
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
    /** @param {any} app @param {any} registry @param {any} tracker */
    const activateRenderer = (app, registry, tracker) => {
      if (!registry || !tracker) return; // a page without notebooks
      const Renderer = rendererOf(Panel, registry, tracker);
      const createRenderer = (/** @type {any} */ options) => new Renderer(options);
      registry.addFactory({ safe: true, mimeTypes: [PANEL], defaultRank: -100, createRenderer });
      const Chart = chartRendererOf(Panel, registry);
      registry.addFactory({ safe: true, mimeTypes: [CHART], defaultRank: -100, createRenderer: () => new Chart() });
    };
    const commands = {
      id: "lesson-workbench:plugin",
      description: "Opens the workbench from the launcher and the command palette.",
      autoStart: true,
      optional: [ICommandPalette, ILauncher, IDefaultFileBrowser].filter(Boolean),
      activate,
    };
    const renderer = {
      id: "lesson-workbench:renderer",
      description: "Shows the workbench's panels: live, or as they were saved where there is no kernel.",
      autoStart: true,
      optional: [IRenderMimeRegistry, INotebookTracker].filter(Boolean),
      activate: activateRenderer,
    };
    return [commands, renderer];
  };

  const host = /** @type {any} */ (window);
  host._JUPYTERLAB = host._JUPYTERLAB ?? {};
  host._JUPYTERLAB["lesson-workbench"] = {
    /** @param {typeof shared} scope */
    init: (scope) => {
      shared = scope;
    },
    get: async () => {
      const plugins = await extension();
      return () => plugins;
    },
  };
})();
