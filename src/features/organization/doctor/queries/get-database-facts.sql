-- What of a server shows whether it does for this service. The embedded database answers it too.
-- @result version, versionNumber, maxConnections, reservedConnections, usedConnections, fsync, fullPageWrites: !
-- @result synchronousCommit, readOnly, encoding, now, bytes: !
SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::integer AS "versionNumber",
  current_setting('max_connections')::integer AS "maxConnections",
  current_setting('superuser_reserved_connections')::integer AS "reservedConnections",
  (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS "usedConnections",
  current_setting('fsync') = 'on' AS fsync,
  current_setting('full_page_writes') = 'on' AS "fullPageWrites",
  current_setting('synchronous_commit') AS "synchronousCommit",
  pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "readOnly",
  current_setting('server_encoding') AS encoding,
  clock_timestamp() AS now,
  pg_database_size(current_database())::double precision AS bytes
