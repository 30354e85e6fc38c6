SELECT known_hosts AS "knownHosts" FROM git_host_keys WHERE organization_id = :organization_id AND host = :host
