INSERT INTO push_keys (id, public_key, sealed_private_key, made_at) VALUES (:id, :public_key, :sealed_private_key, :made_at)
