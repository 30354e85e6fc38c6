SELECT reported FROM discoveries WHERE organization_id = $1 AND service = $2 AND environment = $3
