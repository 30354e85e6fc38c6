SELECT up_since AS "upSince" FROM heartbeat_watch
