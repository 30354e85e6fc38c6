SELECT id FROM push_keys WHERE public_key = :public_key
