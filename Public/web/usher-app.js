/** Defines the element `<usher-app>` in a page that imports this. */
import { defineUsherApp } from "./element-definition.js";

defineUsherApp();
