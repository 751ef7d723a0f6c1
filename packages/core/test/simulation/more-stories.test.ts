import { tellStories } from "./tell-stories.js";

tellStories(1);
