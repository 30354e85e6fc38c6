-- @back 95: keys that ssh servers have shown since, and whose the commits on push_branch are: those in the name of the service count as its own again
-- What an ssh server has shown an organization stays with the server, whatever becomes of the sources that name it.
CREATE TABLE git_host_keys (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- As known_hosts names it: with its port where that is not 22.
  host text COLLATE "C" NOT NULL,
  -- Lines of known_hosts.
  known_hosts text NOT NULL,
  PRIMARY KEY (organization_id, host)
);
INSERT INTO git_host_keys (organization_id, host, known_hosts)
SELECT organization_id, host, string_agg(DISTINCT host || key || E'\n', '')
FROM (
  SELECT organization_id, key, CASE WHEN COALESCE(port, '22') = '22' THEN name ELSE '[' || name || ']:' || port END AS host
  FROM (
    SELECT organization_id, lower(split_part(line, ' ', 1)) AS name, substring(line FROM ' .*$') AS key,
      ltrim(substring(url FROM '(?i)^ssh://(?:[^/@]*@)?(?:\[[^]]*\]|[^/:]+):([0-9]+)'), '0') AS port
    FROM git_syncs, regexp_split_to_table(known_hosts, E'\n') AS line
    WHERE line <> ''
  ) AS lines
) AS named
GROUP BY organization_id, host;
-- known_hosts stays for nodes of the version before, and is read by no other.
ALTER TABLE git_syncs
  -- The newest commits that the service has made for its branch there: whose a commit is, no name in it says.
  ADD COLUMN pushed_commits text[] NOT NULL DEFAULT '{}';
