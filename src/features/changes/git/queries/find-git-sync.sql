SELECT organization_id AS "organizationId", id, enabled, known_hosts AS "knownHosts" FROM git_syncs WHERE id = :id
