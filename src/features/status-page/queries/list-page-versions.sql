SELECT organization_id, version, awaited_version FROM status_pages
