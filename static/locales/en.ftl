### Every word that Nodetide says, in English. API names and enum values stay as GKE and Kubernetes write them.

## First screen. The words of the modules that are loaded first (xtask/src/parts.rs); all others come with the rest.

span-day = { $n } d
span-hour = { $n } h
span-minute = { $n } min
span-second = { $n } s
list-two = { $first } and { $last }
list-separator = ,{ " " }
none = none
ui-nodetide = Nodetide
ui-skip = Skip to the stage
ui-scenario-name = Name of the scenario
ui-unnamed = Without a name
ui-presets = Presets
ui-preset-is = Preset: { $title }
ui-presets-lead = Ready-made clusters, each with one thing to see. They can be edited like your own.
ui-preset-size = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }, { $pods } Pods
ui-import = Import
ui-theme-dark = Dark theme
ui-theme-light = Light theme
ui-help = Help and keys
ui-setup = Setup
ui-dismiss = Dismiss
ui-independent = Independent; not affiliated with Google.
ui-stays-here = Nothing leaves this tab: no upload, no cookies, no analytics.
ui-empty-title = See what a node pool upgrade will do, before it does it
ui-empty-lead = Nodetide simulates GKE node pool upgrades in your browser: which node drains when, which budget holds it, and when it is over.
ui-empty-preset = Try a preset
ui-empty-import = Import your cluster
ui-empty-paste = Paste what you have
ui-empty-paste-open = Paste it
ui-empty-files = Files from kubectl and gcloud. What is used, ignored and assumed is listed before anything runs.
ui-empty-drop = Drop files anywhere on the page
ui-empty-keys = for everything
ui-drop-here = Drop it here
ui-import-choose = Choose files
key-palette = Command palette
ui-import-lead = JSON or YAML of kubectl, manifests, clusters and node pools; Terraform; gcloud command lines; a scenario. Several files together are one cluster.
ui-import-command = kubectl get nodes,pods,pdb,deploy,sts,ds,rs,jobs,svc -A -o json > objects.json
ui-errors-more = { $n ->
        [one] And 1 more error.
       *[other] And { $n } more errors.
    }
ui-last-run-stays = The last good run stays.
ui-engine-crashed = The simulation broke off; this is a defect of Nodetide. The last good run stays.
ui-inline-refused = The browser allows no worker here: the page simulates by itself and may be slower.
ui-inline-silent = The worker did not start in time: the page simulates by itself and may be slower.
ui-inline-lost = The worker ended: the page goes on by itself and may be slower.
ui-crash-title = Nodetide broke
ui-crash-lead = This is a defect of the program, and nothing was sent anywhere. Your scenario is below, and it is there again when you start again.
ui-crash-text = Scenario
ui-crash-copy = Copy this report
ui-crash-again = Start again
ui-coming = Opening …
ui-pages = Pages
ui-page-upgrade = Upgrade
ui-page-checker = Policy checker
ui-checker-title = What does this window really open?
ui-checker-lead = Paste an RRULE, a gcloud command, Terraform or a describe output. Nothing leaves this tab.
ui-share = Share
ui-compare = Compare
ui-span-days = { $d } d { $h } h
ui-span-hours = { $h } h { $m } min
ui-span-minutes = { $m } min { $s } s
ui-span-seconds = { $s } s

## Rules of the engine. The text is the story's sentence; `rule` is what holds always.

rule-start-scenario = The run starts
    .rule = So the scenario has it at time 0.
rule-user-command = { $command }
    .rule = A command of the user, or an event that the scenario's script brings in.
rule-user-refused = The command has no effect: { $why }
    .rule = What a command may do depends on the state of the pool's upgrade; a finished upgrade cannot be rolled back, and settings are locked while one runs.
rule-user-missing = The command has no effect: { $why }
    .rule = An entry of the script whose pool is gone fails when its time comes, and the run goes on.
rule-control-plane-start = { $command } starts
    .rule = The control plane is upgraded before its nodes, and only while no upgrade of nodes is in progress. It cannot be cancelled.
rule-control-plane-replica = Replica { $replica } of the control plane is made anew: it is away for { $lasts }
    .rule = A zonal control plane has one replica: meanwhile nothing is deployed, placed or evicted, and Pods run on. The three of a regional one are upgraded in turn, without an interruption.
rule-control-plane-done = The control plane has its new version
    .rule = Nodes may follow when the control plane has reached the version.
rule-control-plane-waits = What is due for the control plane may not start: { $why }
    .rule = An upgrade of the control plane waits until a window is open, and until no upgrade of nodes is in progress: one operation at a time.
rule-control-plane-refused = The command has no effect: { $why }
    .rule = An upgrade of the control plane goes to a newer version, and one at a time.
rule-control-plane-does-not-answer = The command has no effect: { $why }
    .rule = A zonal cluster cannot be changed while its control plane is upgraded.
rule-control-plane-waits-exclusion = What is due for the control plane may not start: { $why }
    .rule = An upgrade of the control plane waits as long as any active exclusion keeps its kind out.
rule-control-plane-one-a-month = What is due for the control plane may not start: { $why }
    .rule = A cluster that is several minor versions behind the default of its channel moves by one in 30 days.
rule-control-plane-disruption-budget = What is due for the control plane may not start: { $why }
    .rule = The disruption budget of the cluster keeps automatic upgrades of the control plane apart: patches by a day, minor versions by 30 days unless it says otherwise. A manual one counts as well.
rule-control-plane-waits-nodes = What is due for the control plane may not start: { $why }
    .rule = Nodes trail the control plane by at most two minor versions, so it waits until they are upgraded.
rule-control-plane-scheduled = { $command } is announced (SCHEDULED), { $after } before it may start
    .rule = With scheduled upgrades GKE announces each automatic upgrade of the control plane at least 72 hours ahead.
rule-control-plane-repair = { $command } starts
    .rule = A repair of the control plane asks neither windows nor exclusions; its replicas are made anew in turn.
rule-control-plane-disruption = { $command } starts
    .rule = GKE's maintenance makes the VMs of the control plane anew at the same version, replica by replica.
rule-control-plane-back = The control plane is back, at the version that it had
    .rule = What was made anew has the version that it had before.
rule-user-node-refused = The command has no effect: { $why }
    .rule = A drain needs a node that exists and that no upgrade drains; a cordon or an uncordon changes only what is not so yet.
rule-window-opens = A maintenance window opens
    .rule = Automatic work may start while a maintenance window is open and no exclusion forbids it.
rule-window-closes = The maintenance window closes
    .rule = Once the window has closed, no further automatic work starts.
rule-exclusion-begins = The maintenance exclusion { $name } begins ({ $scope })
    .rule = While an exclusion is active, the automatic work that its scope names does not start. It begins with its first instant and is over with its end.
rule-exclusion-ends = The maintenance exclusion { $name } is over
    .rule = With its end an exclusion blocks nothing any more; others that are active still do.
rule-capacity-quota-set = { $spare ->
        [none] The quota is enough for every VM
       *[other] The quota leaves room for { $spare } more VMs than at the start
    }
    .rule = One unit of quota per VM, from the request to the end of its deletion.
rule-capacity-stockout-set = { $out ->
        [yes] { $subject } is out of stock
       *[other] { $subject } has machines again
    }
    .rule = In a zone that is out of stock no VM can be created, unless a reservation holds it.
rule-set-in-place = Labels and taints of the nodes change in place
    .rule = Only changes that recreate nodes run an upgrade strategy; labels and taints of existing nodes are changed in place.
rule-set-upgrade-settings = The settings of its upgrades are changed
    .rule = Settings are locked while an upgrade runs; a cancelled one goes on with the new ones, and its strategy stays.
rule-set-replicas = Replicas are set to { $replicas }
    .rule = A budget in percent follows spec.replicas at once.
rule-set-budget = The limit of the budget is edited
    .rule = The next eviction reads the new limit.
rule-set-behaviour = Its Pods behave so from now on
    .rule = From now on Pods of the workload behave so; those that are on their way go on as they began.
rule-capacity-reservation-set = { $machines ->
        [none] Nothing is reserved for { $subject } any more
       *[other] { $machines } VMs are reserved for { $subject }
    }
    .rule = A pool with a reservation of its own has as many VMs as that holds, whatever the quota and the stock of its zones.
rule-pool-resize = The pool is resized to { $nodes } nodes in each zone
    .rule = A larger size asks for VMs; what they are made from is what the pool has, or is being brought to.
rule-pool-request-node = A node is requested; it will be Ready in { $ready }
    .rule = A node that comes during an upgrade, also a cancelled one, has the target configuration.
rule-pool-no-capacity = No VM for a new node: { $blocker }
    .rule = A request that is refused is tried again every 5 minutes and when the capacity changes.
rule-pool-node-ready = The new node is Ready
    .rule = Pods may be placed on a node as soon as it is Ready.
rule-node-preempted = Its Spot VM is preempted, gone in { $gone }
    .rule = A preempted VM has 30 seconds, Pods of users 15 of them. Budgets are not read. Another VM of the same name takes its place.
rule-node-shuts-down-pod = { $state ->
        [unready] Not ready: its VM shuts down
       *[other] Ended by the shutdown of its VM
    }
    .rule = When a VM shuts down, a Pod has its grace period, but 15 seconds at most; daemon and mirror Pods end with the VM.
rule-node-bring-back = Its VM is requested again; it will be Ready in { $ready }
    .rule = The group keeps its size: the VM that was taken away is made anew, during an upgrade from the target configuration.
rule-node-bring-back-waits = No VM in its place: { $blocker }
    .rule = A request that is refused is tried again every 5 minutes and when the capacity changes.
rule-node-brought-back = Ready again
    .rule = A node that was made anew counts as upgraded if it has the target configuration.
rule-node-kubelet-stops = Its kubelet stops; nobody has noticed yet
    .rule = The control plane notices after 40 seconds without a sign of life, 50 from 1.32 on. Until then Pods may still be placed there.
rule-node-disk-full = Its boot disk is full: no new Pods come here
    .rule = Auto-repair makes a node anew whose boot disk has been full for about 30 minutes.
rule-node-lost = It is Unknown: nothing has been heard of it
    .rule = Pods of a lost node are not ready; after 300 seconds, or what they tolerate, they are deleted, without their budgets.
rule-node-lost-pod = Not ready: its node is lost
    .rule = Every Pod of a lost node counts as not ready from then on.
rule-repair-cordon = Cordoned to be repaired
    .rule = Auto-repair drains an unhealthy node for an hour at most and makes it anew, one node of a zone at a time, whatever windows and exclusions say.
rule-repair-delete = Its VM is being deleted, gone in { $gone }, to be made anew
    .rule = A repaired node keeps its name and its configuration.
rule-repair-ends-pod = Ended: the kubelet of its node is dead
    .rule = Pods that no kubelet ends do not hold the drain up; budgets are not asked.
rule-host-live-migration = Its VM moves to another host; nobody notices
    .rule = Most VMs move away when their host is maintained. GKE's windows and exclusions do not concern it.
rule-host-down = Its VM is down for { $down }: it cannot move to another host
    .rule = VMs with GPUs or TPUs cannot move: their Pods are ended. GKE's windows and exclusions do not concern it.
rule-host-ends-pod = { $state ->
        [unready] Not ready: its VM is down
       *[other] Ended: its VM is down
    }
    .rule = A VM that cannot move ends its Pods; budgets are not read.
rule-host-back = Its VM runs again
    .rule = After a host event the VM runs again under its name.

rule-short-lived-life-over = Its life is over, gone in { $gone }
    .rule = Flex-start and queued VMs live for at most seven days. Nobody drains them; others come only when somebody asks for them.
rule-short-lived-cancel = The upgrade is cancelled: nodes go on as before (UpgradeInfoEvent CANCELED)
    .rule = Nothing of a short-lived upgrade is under way that could be stopped.
rule-short-lived-roll-back = The rollback starts: from now on new nodes have the old configuration
    .rule = Nodes of a short-lived upgrade are left alone, also when it is rolled back.
rule-short-lived-succeed = No node is left that is different
    .rule = A short-lived upgrade has ended when the last node of another configuration is gone.
rule-user-cordon = Cordoned by hand: no new Pods come here, running ones continue
    .rule = A cordon sets spec.unschedulable; it moves no Pod.
rule-user-uncordon = Uncordoned by hand
    .rule = Pods may be placed on the node again.

rule-upgrade-start = { $automatic ->
        [yes] The automatic { $change } starts (UpgradeInfoEvent STARTED)
       *[other] The { $change } starts (UpgradeInfoEvent STARTED)
    }
    .rule = A change that recreates nodes runs the pool's upgrade strategy.
rule-upgrade-queue = The upgrade is due but may not start: { $why }
    .rule = An automatic upgrade starts only when the control plane is at its target or ahead of it.
rule-upgrade-queue-window = The upgrade is due but may not start: { $why }
    .rule = An automatic upgrade starts only while a maintenance window is open.
rule-upgrade-queue-exclusion = The upgrade is due but may not start: { $why }
    .rule = Automatic work waits as long as any active exclusion keeps its kind out, also while a window is open.
rule-upgrade-pause-exclusion = The upgrade is paused: { $why }; nodes that had started finish
    .rule = When an exclusion begins that keeps it out, a surge upgrade starts no further node; it goes on by itself when a window is open and no exclusion keeps it out.
rule-upgrade-pause-turn = The upgrade may go on, and waits for its turn: { $why }
    .rule = One automatic operation runs at a time in a cluster, also where a paused one may go on.
rule-upgrade-override = Override ({ $why }): GKE asks neither windows nor exclusions
    .rule = Emergencies, critical patches, the end of support, certificates that expire and a policy that leaves too little time go before everything else, and are not paused.
rule-upgrade-queue-turn = The upgrade is due but may not start: { $why }
    .rule = One automatic upgrade runs at a time in a cluster: changes of the configuration before new versions, then what has been due for longest, then in the order of the pools.
rule-upgrade-pause = The upgrade is paused: { $why }; nodes that had started finish
    .rule = When the window closes, a surge upgrade starts no further node. Nodes that had started finish, even after the window.
rule-upgrade-go-on = The upgrade goes on by itself
    .rule = A paused surge upgrade goes on in the next open window.
rule-upgrade-cancel = The upgrade is cancelled; nodes that had started finish (UpgradeInfoEvent CANCELED)
    .rule = Cancel means pause: no further node starts, nodes that had started finish, nothing is rolled back.
rule-upgrade-cancelled = The upgrade has stopped where it was
    .rule = Upgraded nodes keep the new version and the others the old one. Resume or roll back.
rule-upgrade-resume = The upgrade is resumed for the nodes that are left
    .rule = Resume upgrades the nodes that the cancelled upgrade left over.
rule-upgrade-roll-back = The rollback starts: nodes already upgraded go back to the old configuration
    .rule = A rollback recreates the upgraded nodes at the old configuration; nodes that never started are not touched.
rule-upgrade-rolled-back = Rolled back: every node has its old configuration
    .rule = A rollback has ended when the last upgraded node is gone.
rule-upgrade-again = The nodes that are left are upgraded by a new automatic upgrade
    .rule = A cancelled pool with auto-upgrade on can be scheduled again.
rule-upgrade-succeed = Every node is on the target (UpgradeInfoEvent SUCCEEDED)
    .rule = The upgrade has succeeded when no node of the pool is left on the old configuration.

rule-surge-zone-start = { $zone } starts with { $slots ->
        [one] 1 slot
       *[other] { $slots } slots
    }: { $surge } surge, { $unavailable } unavailable
    .rule = Zones are upgraded one after the other. In a zone maxSurge + maxUnavailable nodes are worked on at once, never more than 20 and never more than the zone has.
rule-surge-zone-done = { $zone } is done
    .rule = The next zone starts when every slot of the zone is free and no old node is left in it.
rule-surge-take = Chosen as the next node for surge slot { $slot }
    .rule = As many nodes are upgraded at once as maxSurge + maxUnavailable allow. The order is undefined.
rule-surge-take-unavailable = Chosen as the next node for unavailable slot { $slot }
    .rule = maxUnavailable is the number of existing nodes that may be down at once. The order is undefined.
rule-surge-request-node = A surge node is requested; it will be Ready in { $ready }
    .rule = A surge slot first creates a new node and waits until it is Ready, but not in a Spot pool; then it cordons, drains and deletes the old one.
rule-surge-no-capacity = { $kind ->
        [held] No VM for it: { $blocker }
       *[other] No node can be started: no capacity is free
    }
    .rule = Without capacity for its surge node an old node is not started. The request is tried again every 5 minutes and when the capacity changes.
rule-surge-recreate-waits = { $kind ->
        [held] No VM for its successor: { $blocker }
       *[other] Its successor waits for capacity
    }
    .rule = Recreating a node gives its capacity back for a moment. Without a reservation it can be lost, and the node stays missing until there is capacity again.

rule-surge-capacity-found = Capacity is free again
    .rule = Waiting slots go on as soon as capacity is free, the one that was refused first before the others.
rule-surge-node-ready = The new node is Ready
    .rule = A surge slot goes on when the new node is Ready.
rule-surge-cordon = Cordoned: its surge node is Ready, no new Pods come here
    .rule = When the surge node is Ready, the old node is cordoned; a second later its drain begins.
rule-surge-cordon-unavailable = Cordoned: no new Pods come here
    .rule = An unavailable slot cordons and drains the old node at once; no other node is created for it.
rule-surge-cordon-spot = Cordoned without waiting for its surge node, which is a Spot VM
    .rule = In a Spot pool GKE does not wait for surge nodes to be Ready.
rule-surge-delete = Its VM is being deleted, gone in { $gone }
    .rule = A surge slot deletes the old node when its drain has ended.
rule-surge-delete-to-recreate = Its VM is being deleted, gone in { $gone }, to be recreated
    .rule = An unavailable slot recreates the node with the new configuration. In between its capacity is free for anyone.
rule-surge-recreate = Recreated with the new configuration; it will be Ready in { $ready }
    .rule = The VM of a recreated node comes back under the same name.
rule-surge-node-recreated = The recreated node is Ready
    .rule = A recreated node is Ready at the instant it registers.
rule-surge-uncordon = Uncordoned: Pods may come back
    .rule = A recreated node is uncordoned when it is Ready.
rule-surge-node-done = The slot is done with it
    .rule = A slot that is done takes its next node at the same instant.
rule-multi-host-take = Made anew with the whole slice
    .rule = A multi-host TPU slice is one unit: GKE makes all of its nodes anew in one step, whatever the strategy of the pool.
rule-multi-host-cordon = Cordoned with the whole slice
    .rule = All nodes of a slice are cordoned and drained together.
rule-multi-host-delete = Its VM is being deleted, gone in { $gone }
    .rule = The VMs of a slice are deleted when the last of its drains has ended.
rule-multi-host-waits = No room for the whole slice: { $blocker }
    .rule = A slice is made when there is capacity for all of it.
rule-multi-host-recreate = Made anew with the new configuration; it will be Ready in { $ready }
    .rule = The nodes of a slice come back together under their names.
rule-multi-host-done = The slice is done with it
    .rule = The upgrade has succeeded when the slice is Ready.

rule-blue-green-quota-check = The quota check is not passed: green needs as many VMs as blue has; nothing is created (UpgradeInfoEvent FAILED)
    .rule = Quota for the whole green pool is checked before anything is created. Resume checks again.
rule-blue-green-create = { $phase }: green nodes are created beside the blue ones
    .rule = A blue-green upgrade first creates as many green nodes as there are blue ones, in every zone at once, and evicts nobody before they exist.
rule-blue-green-request-node = A green node is requested; it will be Ready in { $ready }
    .rule = Green is as large as blue is when the upgrade starts, so the pool has twice its nodes for a while.
rule-blue-green-node-ready = The green node is Ready
    .rule = Pods may be placed on a green node as soon as it is Ready; the phase ends when all of them are.
rule-blue-green-no-capacity = { $kind ->
        [held] No VM for a green node: { $blocker }
       *[other] No green node can be created: no capacity is free
    }
    .rule = A green VM that is refused is asked for again every 5 minutes and when the capacity changes; the phase waits for it without a limit.
rule-blue-green-cordon = { $phase }: no new Pods come to blue nodes
    .rule = When every green node is Ready, all blue nodes are cordoned at once; running Pods stay.
rule-blue-green-cordon-node = Cordoned with the whole blue pool
    .rule = All blue nodes of all zones are cordoned at once.
rule-blue-green-drain = { $phase }: blue nodes are drained in batches
    .rule = Blue nodes are drained batch by batch, over all zones, in the order of the zones.
rule-blue-green-batch = Batch { $batch } of { $of } is drained
    .rule = The nodes of a batch begin to be drained together; a percentage of the pool is rounded down, but to 1 at least.
rule-blue-green-drain-node = Its drain starts with { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }; after { $limit } nobody is asked any more and the rest stays
    .rule = A drain of a batch evicts; it forces nobody. Pods that are still there after an hour stay until the blue pool is deleted.
rule-blue-green-batch-soak = { $waits ->
        [yes] The batch is drained; it soaks for { $soak }
       *[other] The batch is drained
    }
    .rule = After each batch, the last one included, the upgrade waits for the batch soak.
rule-drain-batch-limit = The drain ends after its hour: Pods that are left stay until the blue pool is deleted
    .rule = Blocked Pods and Pods with a long grace period are not forced out while the blue pool is drained.
rule-blue-green-soak = { $phase }: the pool soaks for { $lasts }
    .rule = After the last batch the upgrade waits for the soak of the pool, so that workloads can be checked while blue still exists.
rule-blue-green-delete = { $phase }: the blue pool is deleted
    .rule = When the soak is over the blue pool is deleted. This phase can be neither paused nor taken back.
rule-blue-green-seven-days = { $phase }: seven days were soaked, whatever is left to drain
    .rule = When the soaks come to seven days the blue pool is deleted at once; time spent draining or paused does not count.
rule-blue-green-complete = { $phase }: the rest of the soak is skipped
    .rule = Complete ends the soak of the pool; in other phases it is refused.
rule-blue-green-empty-node = { $pods ->
        [0] Nobody is left on it
        [one] The Pod that is left is deleted
       *[other] The { $pods } Pods that are left are deleted
    }
    .rule = When the blue pool is deleted, the Pods that are left are deleted, not evicted, on all blue nodes at once.
rule-blue-green-delete-pod = Deleted without asking its budget: the blue pool goes; it has { $gone } to end
    .rule = A deletion does not read disruption budgets, and a Pod of the blue pool has an hour at most to end.
rule-blue-green-delete-node = Its VM is being deleted, gone in { $gone }
    .rule = A blue VM is deleted when the last of its Pods is gone.
rule-blue-green-succeed = Every node is green (UpgradeInfoEvent SUCCEEDED)
    .rule = The upgrade has succeeded when the last blue VM is gone.
rule-blue-green-cancel = The upgrade is paused in its phase (UpgradeInfoEvent CANCELED)
    .rule = Cancel means pause: nobody is evicted any more, blue nodes stay cordoned, clocks stop. Resume or roll back.
rule-blue-green-resume = The upgrade goes on in its phase
    .rule = A resumed upgrade goes on where it was paused; the soak of a batch is dropped, that of the pool goes on.
rule-blue-green-refused = The command has no effect: { $why }
    .rule = Complete is for the soak of the pool. While the blue pool is deleted nothing can be cancelled, completed or rolled back.
rule-drain-pause = Its drain stands still
    .rule = In a paused upgrade nobody is evicted; Pods that terminate go on, and the hour of the drain stands still.
rule-drain-go-on = Its drain goes on, with { $limit } left
    .rule = Refused Pods are asked for at once and every 5 s from here.
rule-blue-green-roll-back = The rollback starts: blue is used again, green goes (ROLLBACK_STARTED)
    .rule = A rollback uncordons blue at once, cordons green, drains it, at most 20 nodes at a time, and deletes it.
rule-drain-given-up = Its drain is given up: the upgrade is rolled back
    .rule = A rollback evicts nobody from blue; Pods that terminate go on.
rule-blue-green-uncordon = Uncordoned: Pods may come back
    .rule = A rollback uncordons every blue node at once.
rule-blue-green-cordon-green = Cordoned: the upgrade is rolled back
    .rule = A rollback cordons every green node at once; their drains begin a second later.
rule-blue-green-abandon-green = Its VM is deleted before it was a node, gone in { $gone }
    .rule = A rollback does not wait for green VMs that boot.
rule-blue-green-delete-green = Its VM is being deleted, gone in { $gone }
    .rule = A rollback deletes a green VM when its drain has ended.
rule-blue-green-rolled-back = Rolled back: the pool is blue again, with its old configuration
    .rule = A rollback has ended when the last green VM is gone.

rule-drain-start = The drain starts with { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }{ $limited ->
        [yes] { "" }; at the latest after { $limit } the rest is forced out
        [gives-up] { "" }; after { $limit } it gives up
       *[other] { "" }
    }
    .rule = A drain evicts every Pod of the node but daemon and mirror Pods, all at once; a refused eviction is tried again every 5 s.
rule-drain-abort = The drain is aborted; the node stays cordoned
    .rule = When a filter of the drain answers with an error, nothing is evicted.
rule-drain-evict = Evicted (HTTP 201); it has { $gone } to end
    .rule = An eviction asks the disruption budgets; a granted one lets the Pod end within its grace period.
rule-drain-delete = Deleted without asking its budget; it has { $gone } to end
    .rule = A deletion does not read disruption budgets.
rule-drain-remove-finished = The finished Pod is removed
    .rule = Budgets do not protect Pods that have finished.
rule-drain-pdb-timeout = Deleted without asking its budget: pdbTimeoutDuration is over; it has { $gone } to end
    .rule = After pdbTimeoutDuration budgets are not asked any more: Pods that they guard are deleted.
rule-drain-pdb-violation = Deleted against its budget: pdbTimeoutDuration is over (POD_PDB_VIOLATION); it has { $gone } to end
    .rule = With nodeDrainConfig evictions are refused by budgets up to pdbTimeoutDuration after the drain started; then the rest is deleted.
rule-drain-force = { $violates ->
        [yes] Forced out against its budget: the limit of the drain is reached (POD_PDB_VIOLATION)
       *[other] Forced out before its grace period was over: the limit of the drain is reached
    }
    .rule = The drain respects budgets and grace periods for at most 1 hour per node; then every Pod that is left is removed.
rule-drain-end = Drained
    .rule = A drain has ended when the last Pod that it evicts is gone.
rule-drain-limit = The drain ends at its limit
    .rule = A drain respects disruption budgets and grace periods for at most 1 hour per node; then whatever is left is forced out.
rule-drain-fail = The drain ends with an error; the node stays cordoned
    .rule = An error other than a refusal ends the loop of its Pod, and the Pod stays; a drain is complete only when every Pod it selected is gone.
rule-drain-timeout = The drain gives up at its time-out
    .rule = kubectl drain stops waiting after --timeout; the node stays cordoned.

rule-gate-budget = Its eviction is refused: { $budget } allows { $allowed } disruptions (HTTP 429, POD_NOT_ENOUGH_PDB)
    .rule = The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain tries again every 5 s.
rule-gate-two-budgets = Its eviction fails: { $first } and { $second } both select it (HTTP 500)
    .rule = A Pod that two budgets select cannot be evicted at all; trying again does not help.
rule-gate-forbidden = Its eviction is refused: { $budget } has no valid status (HTTP 403)
    .rule = The eviction API refuses while the budget's status is not one that a unit can be taken from.
rule-gate-drain-filter = It stops the drain: { $filter }
    .rule = The filters of kubectl drain look at every Pod before anything is evicted; one error stops the whole drain.

rule-node-vm-gone = The VM is deleted
    .rule = A node counts until the deletion of its VM has ended.
rule-node-takes-pods = Gone with its node
    .rule = Daemon and mirror Pods are not evicted; they vanish with the node.
rule-pod-gone = Ended
    .rule = A terminating Pod ends when its containers have stopped, at the latest when its grace period is over.
rule-pod-started = Its containers run; it will be ready in { $ready }
    .rule = A Pod is Running when its containers have started, and ready when its readiness probe passes.
rule-pod-never-ready = Its containers run, but it is never ready on an upgraded node
    .rule = A Pod that fails its readiness probe does not serve, and counts as unhealthy for its budget.
rule-pod-ready = Ready
    .rule = A ready Pod serves and counts as healthy for its budget.
rule-pod-deletion-shortened = Its grace period is shortened; it has { $gone } to end
    .rule = A second deletion can only shorten the grace period.

rule-workload-replace = Created by { $workload }, which has fewer Pods than it wants
    .rule = The controller creates a replacement as soon as a Pod terminates.
rule-workload-replace-ordinal = Created again by { $workload }, after its predecessor was gone
    .rule = A StatefulSet creates a Pod again only when the one of that ordinal is gone.
rule-workload-daemon = Created by { $workload } for the node
    .rule = A DaemonSet runs one Pod on each node that it fits.
rule-workload-job = Created by { $workload } in place of one that ended
    .rule = A Job creates Pods until enough have succeeded.
rule-workload-job-backoff = { $workload } waits { $seconds } before it tries again
    .rule = A Job whose Pods fail waits longer after each failure.
rule-workload-job-failed = { $workload } has failed: { $failures } of its Pods failed, more than its backoffLimit
    .rule = A Job with more failures than its backoffLimit fails: its other Pods are deleted and none is created.
rule-workload-job-policy = { $workload } has failed: its podFailurePolicy fails it when a Pod is disrupted
    .rule = A Job whose podFailurePolicy says FailJob of a disrupted Pod fails with it.
rule-workload-job-deadline = { $workload } has failed: it took longer than { $seconds }, its activeDeadlineSeconds
    .rule = A Job that takes longer than its activeDeadlineSeconds fails: its Pods are deleted and none is created.
rule-workload-job-surplus = Deleted: its Job needs fewer Pods
    .rule = A Job deletes Pods that it has no work for.
rule-workload-job-cleans = Deleted: its Job has failed
    .rule = A Job that fails deletes its running Pods.
rule-workload-daemon-finished = Deleted: it had ended, and its node shall have one that runs
    .rule = A DaemonSet deletes Pods that have ended, and makes them again.
rule-workload-daemon-leaves = Deleted: labels or taints of its node are not what its DaemonSet asks for
    .rule = A DaemonSet deletes its Pods, also those that wait, where selector, affinity or a taint NoExecute no longer let them be.
rule-workload-scale-down = Deleted by its controller: finished, or more than it wants
    .rule = A controller deletes Pods that it wants no more; budgets are not read.
rule-node-taint-expels = Deleted: it does not tolerate a taint NoExecute of its node; it has { $gone } to end
    .rule = A taint NoExecute deletes the Pods that do not tolerate it at once; budgets are not read.
rule-node-toleration-ends = Deleted: the tolerationSeconds for a taint NoExecute of its node are over; it has { $gone } to end
    .rule = A Pod that tolerates a taint NoExecute for a time is deleted when that is over; budgets are not read.
rule-place-bind = Placed on { $node }
    .rule = The scheduler places a Pod on the node with the highest score among those that no filter rejects.
rule-place-unschedulable = No node takes it: { $blocker }
    .rule = A Pod that every node rejects stays Pending until something changes that could help.
rule-place-nominate = Nominated to { $node }: room is made for it there
    .rule = A Pod that fits nowhere is nominated to the node where the fewest and least important Pods must go for it; it waits for their room and may end elsewhere.
rule-place-preempt = Preempted for a Pod of higher priority; it has { $gone } to end
    .rule = The scheduler deletes Pods of lower priority to make room for one that fits nowhere; budgets are only a preference.
rule-place-clear-nomination = It has no claim on a node any more
    .rule = A nomination ends when a Pod of higher priority claims the node, or when preemption cannot help any more.

rule-autoscaler-leaves-alone = The autoscaler leaves it alone
    .rule = The autoscaler leaves a node alone while it is upgraded.

rule-budget-max-unavailable = The budget is computed
    .rule = disruptionsAllowed is the number of healthy Pods above spec.replicas less maxUnavailable, which is rounded up.
rule-budget-min-available = The budget is computed
    .rule = disruptionsAllowed is the number of healthy Pods above minAvailable.
rule-budget-min-available-percent = The budget is computed
    .rule = disruptionsAllowed is the number of healthy Pods above minAvailable of spec.replicas, rounded up.

## Commands of the script

command-upgrade = Upgrade of { $pool }{ $to } is asked for
command-upgrade-automatic = An automatic upgrade of { $pool }{ $to } is due
command-to = { " " }to { $version }
command-change = { $automatic ->
        [yes] An automatic { $change } of { $pool } is due
       *[other] A { $change } of { $pool } is asked for
    }
change-version = upgrade{ $to }
change-machine-type = machine type change
change-disk-type = disk type change
change-disk-size = disk size change
change-image-type = image type change
change-ip-rotation = rotation of the IP address
change-credential-rotation = rotation of the credentials
change-network-policy = network policy change
change-image-streaming = change to image streaming
change-network-performance = network performance change
change-gvnic = change to gVNIC
change-node-system-config = node system configuration change
change-confidential-nodes = Confidential Nodes change
change-storage-pools = storage pool change
change-shielded-nodes = change to Shielded GKE Nodes
change-intranode-visibility = change of intranode visibility
change-node-local-dns = change to NodeLocal DNSCache
change-vm-disruption = VM disruption due to GKE maintenance
command-cancel = Cancel of { $pool } is asked for
command-resume = Resume of { $pool } is asked for
command-rollback = Rollback of { $pool } is asked for
command-rollback-respecting = Rollback of { $pool } that respects budgets is asked for
command-complete = Complete of { $pool } is asked for
command-missing = Something is asked of a pool that is not there
command-control-plane = { $automatic ->
        [yes] An automatic upgrade of the control plane to { $version } is due
       *[other] Upgrade of the control plane to { $version } is asked for
    }
work-upgrade = The upgrade of the control plane to { $version }
work-repair = The repair of the control plane
work-disruption = The maintenance of the control plane's VMs
command-repair-control-plane = A repair of the control plane is due
command-disrupt-control-plane = Maintenance of the control plane's VMs is due
command-target = { $version } becomes the default version of the release channel
command-step = GKE brings the cluster to { $version }
command-reservation = { $machines ->
        [none] The reservation of { $pool } is taken away
       *[other] { $machines } VMs are reserved for { $pool }
    }
command-resize = { $pool } is resized to { $nodes } nodes in each zone
command-settings = The settings of { $pool } are edited
command-preempt = { $node } is preempted
command-fail = The kubelet of { $node } stops
command-fail-disk = The boot disk of { $node } is full
command-host-event = The host of { $node } is maintained
command-shape = Labels and taints of { $pool } are edited
command-replicas = { $workload } is scaled to { $replicas }
command-behaviour = { $workload } from now on { $parts }
behaviour-pull = pulls its image for { $pull } on a new node
behaviour-shutdown = ends { $shutdown } after SIGTERM
behaviour-ignores = ignores SIGTERM
behaviour-fails = is never ready on upgraded nodes
behaviour-works = becomes ready everywhere
command-budget = { $budget } is edited: { $limit }
command-cordon = Cordon of { $node } is asked for
command-uncordon = Uncordon of { $node } is asked for
command-drain = Drain of { $node } is asked for
command-quota = { $spare ->
        [none] The quota becomes enough
       *[other] The quota becomes { $spare } more VMs than at the start
    }
command-stockout = { $zone } runs out of stock
command-in-stock = { $zone } has stock again
command-unknown = A command of the script

refusal-run-unfinished = an upgrade of the pool has not ended
refusal-nothing-to-cancel = no upgrade of the pool can be cancelled now
refusal-nothing-to-resume = no upgrade of the pool is cancelled
refusal-nothing-to-roll-back = nothing can be rolled back; going back after success is an upgrade to the old version
refusal-locked = the pool's settings are locked while its upgrade runs
refusal-no-such-node = the node does not exist now
refusal-already-so = it is so already
refusal-upgrade-drains = the upgrade drains the node already
refusal-deleting-blue-pool = the blue pool is being deleted (DELETING_BLUE_POOL)
refusal-not-soaking = the pool does not soak now
refusal-not-spot = only Spot VMs are preempted
refusal-missing = what it names is not there
refusal-control-plane-down = the control plane is being upgraded and does not answer
refusal-control-plane-busy = the control plane is being upgraded
refusal-would-shrink = the pool would shrink, and nobody has said which nodes go
whynot-window = MAINTENANCE_WINDOW, no window is open
whynot-control-plane = the control plane is older than the target
whynot-another-run = another pool is being upgraded
whynot-busy = work on the control plane is in progress
whynot-old-nodes = nodes trail the control plane by two minor versions already
whynot-code = { $code }

## Facts in a few words: the event log

fact-started = run starts
fact-commanded = { $command }
fact-refused = refused: { $why }
fact-window-opened = window opens
fact-window-closed = window closes
fact-exclusion-began = exclusion { $name } begins
fact-exclusion-ended = exclusion { $name } is over
fact-quota = { $spare ->
        [none] quota is enough
       *[other] quota: { $spare } more VMs
    }
fact-stockout-began = out of stock
fact-stockout-ended = in stock again
fact-replicas = { $replicas } replicas wanted
fact-limit = limit edited
fact-control-plane-started = { $command }
fact-replica-started = replica { $replica } of the control plane
fact-control-plane-done = control plane upgraded
fact-control-plane-back = control plane is back
fact-control-plane-scheduled = announced: { $command }
fact-overridden = override: { $why }
fact-behaviour = Its Pods behave so from now on
fact-queued = queued: { $why }
fact-upgrade-started = upgrade starts
fact-zone-started = { $zone } starts
fact-zone-done = { $zone } is done
fact-resources-missing = waits for resources
fact-resources-found = has resources
fact-paused = paused: { $why }
fact-resumed = goes on
fact-cancelling = cancelled, nodes that had started finish
fact-cancelled = stopped
fact-rolling-back = rolls back
fact-rolled-back = rolled back
fact-succeeded = succeeded
fact-failed = failed: the quota is not enough
fact-reservation = { $machines ->
        [none] nothing reserved
       *[other] { $machines } VMs reserved
    }
fact-resized = { $nodes } nodes in each zone
fact-settings = upgrade settings changed
fact-phase = { $phase }
fact-batch = batch { $batch } of { $of }
fact-batch-drained = batch drained
fact-reshaped = labels and taints set
fact-taken = chosen for a slot
fact-requested = requested, Ready in { $ready }
fact-node-ready = Ready
fact-cordoned = cordoned
fact-uncordoned = uncordoned
fact-drain-started = drain starts, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
fact-drain-aborted = drain aborted
fact-drained = drained
fact-drained-by-limit = drain ended by its limit
fact-drain-paused = drain stands still
fact-drain-resumed = drain goes on
fact-deleting = VM delete starts
fact-deleting-to-recreate = VM delete starts, to recreate
fact-node-gone = gone
fact-shut-down = its VM is taken away
fact-kubelet-stops = its kubelet stops
fact-disk-full = its boot disk is full
fact-node-lost = lost
fact-host-moved = moved to another host
fact-host-down = down for { $down }
fact-node-back = back
fact-recreating = recreated, Ready in { $ready }
fact-node-done = slot done
fact-pod-created = Pending
fact-bound = placed on { $node }
fact-nominated = nominated to { $node }
fact-nomination-cleared = nomination cleared
fact-pod-started = Running, not ready
fact-pod-never-ready = Running, never ready
fact-pod-ready = ready
fact-pod-unready = not ready
fact-evicted = evicted
fact-deleted = deleted
fact-deleted-at-limit = deleted at the limit
fact-preempted = preempted
fact-forced = forced out
fact-forced-against-budget = POD_PDB_VIOLATION, forced out
fact-pod-gone = ended
fact-blocked = { $blocker }
fact-unblocked = Nothing holds it back any more

blocker-budget = POD_NOT_ENOUGH_PDB, { $budget } allows { $allowed }
blocker-two-budgets = { $first } and { $second } both select it
blocker-forbidden = { $budget } has no valid status
blocker-no-node = { $nodes } { $reason }
blocker-no-nodes = there is no node
blocker-quota = the quota of { $spare } more VMs is used up
blocker-stockout = { $zone } is out of stock
blocker-reservation = the reservation of { $machines } VMs is used up
blocker-control-plane = the control plane is being upgraded
blocker-drain-filter = { $reason }
blocker-backoff = waits { $seconds }
blocker-backoff-limit = { $failures } Pods failed, more than its backoffLimit
blocker-failure-policy = failed by its podFailurePolicy
blocker-deadline = failed after { $seconds }, its activeDeadlineSeconds

## The stage

stage-surge = SURGE { $surge } + { $unavailable }{ $zones ->
        [one] { "" }
       *[other] { " " }per zone
    }
stage-blue-green = BLUE_GREEN { $batch ->
        [0] no drain
       *[other] { $batch } / { $soak }
    } / { $pool-soak }
stage-blue-green-part = BLUE_GREEN { $batch } / { $soak } / { $pool-soak }
stage-strategy = { $name }
stage-percent = { $n } %
stage-progress = { $done } of { $of } { $version ->
        [unknown] upgraded
       *[other] on { $version }
    }
side-blue = Blue pool
side-green = Green pool
side-nodes = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }
side-cordoned = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, cordoned { $at }
side-again = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, used again
side-ready = { $nodes }{ $version ->
        [unknown] { "" }
       *[other] { " " }on { $version }
    }, ready { $at }
side-booting = { $ready } of { $of } ready
side-deleting = { $left } of { $of } left
side-deleted = deleted { $at }
side-empty = no nodes
side-not-created = not created
side-batch = batch { $batch } of { $of }
side-soak = soak { $left }
side-paused = paused
batch-title = Batch { $first }
batch-titles = Batches { $first }–{ $last }
batch-none = No batches
batch-planned = not drained yet
batch-drain-at = drain at { $at }
batch-deleted-at = deleted { $at } undrained
batch-back-at = rolled back { $at }
batch-after = after batch { $batch }
batch-skipped = size 0: no drain
batch-left = not drained
batch-draining = drains now
batch-stopped = drain stopped
batch-pods = { $pods ->
        [0] no Pods left
        [one] 1 Pod left
       *[other] { $pods } Pods left
    }
batch-paused = paused
batch-soak-dropped = resume skips its soak
batch-soak-left = { $left }
batch-soak-of = left of { $soak } soak
batch-soaked = soaked
batch-drained = drained
batch-drained-at = drained { $at }
going-phase = { $phase }
going-creating = { $phase }, { $ready } of { $of } ready
going-drains = batch { $batch } of { $of } drains
going-soaks = batch { $batch } of { $of } soaks{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }
going-soaking = { $phase }{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }
going-left = { $phase }, { $left } { $side ->
        [blue] blue
       *[other] green
    } { $left ->
        [one] node
       *[other] nodes
    } left
going-paused = paused in { $phase } since { $since }
going-failed = the quota check was not passed
zone-done = done
zone-next = next
zone-then = then
zone-from = from { $at }
zone-out-of-stock = out of stock
zone-waits-for-capacity = waits for capacity
zone-nodes = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }{ $creating ->
        [0] { "" }
       *[other] { " " }+ { $creating } creating
    }
zone-since = since { $at }
zone-done-note = Done at { $at }: { $nodes } upgraded in { $took }, { $evictions ->
        [one] 1 eviction
       *[other] { $evictions } evictions
    }{ $forced ->
        [0] { "" }
       *[other] , { $forced } forced
    }{ $blocked_s ->
        [0] { "" }
       *[other] , { $blocked } blocked
    }
zone-next-at-after = Starts at { $at }, after { $zone }. One zone at a time.
zone-next-at = Starts at { $at }. One zone at a time.
zone-next-after = Starts after { $zone }. One zone at a time.
zone-next-some-time = Waits for its turn. One zone at a time.
slots-old-to-new = { $n ->
        [one] 1 slot
       *[other] { $n } slots
    }, old to new
slots-in-use = { $used } of { $of } upgrade slots in use
slots-formula = min({ $surge } + { $unavailable }, 20, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }) = { $of }
slots-pair = { $node }→{ $new }
slots-surge = Surge { $pairs }.
slots-unavailable = Unavailable { $nodes }.
tile-not-ready = not ready
tile-kubelet-stopped = kubelet stopped
tile-lost = no sign of it
tile-disk-full = disk full
tile-vm-down = its VM is down
tile-blocked = blocked, { $left } left
tile-blocked-budget = PDB { $budget }
tile-blocked-two = two PDBs
tile-draining = draining, { $left } left
tile-cordoned = no new pods
tile-starting = starting
tile-recreating = recreating
tile-deleting = deleting
tile-ready-new = ready
tile-ready-old = ready
tile-forced-in = forced in { $left }
tile-limit-in = limit in { $left }
tile-left = { $left } left
tile-no-capacity = waits for capacity
tile-empty = empty
tile-empty-since = empty since { $at }
tile-pods-stay = { $pods ->
        [one] 1 pod stays
       *[other] { $pods } pods stay
    }
tile-pods-run-on = { $pods ->
        [one] 1 pod runs on
       *[other] { $pods } pods run on
    }
tile-pods = { $pods ->
        [0] no pods yet
        [one] 1 pod
       *[other] { $pods } pods
    }
tile-cordoned-by-hand = cordoned by hand
tile-cordoned-to-roll-back = rolled back
tile-cordoned-by-upgrade = drain begins
tile-waits-for = waits for { $node }
tile-pods-starting = { $pods ->
        [one] 1 pod starting
       *[other] { $pods } pods starting
    }
tile-pods-not-ready = { $pods ->
        [one] 1 pod not ready
       *[other] { $pods } pods not ready
    }
tile-surge-node = surge node
tile-recreated = recreated
tile-lives-until = until { $at }
tile-lives-on = lives on
tile-used-again = used again
tile-stays = stays
tile-not-started = not started
pending-for = for { $for }
scheduling-failed = 0/{ $nodes } nodes: { $reasons }
scheduling-no-nodes = there is no node
filter = { $nodes } { $reason }
outside-vms = { $extra } of { $spare } more VMs in use

## The caption: what happens now

caption-control-plane = Replica { $replica } of { $of } of the control plane is upgraded to { $version } until { $at }; workloads and the API go on.
caption-control-plane-down = The control plane is upgraded to { $version } until { $at }: nothing is scheduled, evicted or replaced meanwhile, and Pods run on.
caption-idle = { $nodes ->
        [one] 1 node, no upgrade.
       *[other] { $nodes } nodes, no upgrade.
    }
caption-queued = The upgrade of { $pool } is due and may not start yet.
caption-waiting = { $pool } waits for resources since { $at }: no capacity is free for a surge node.
caption-paused = The upgrade of { $pool } is paused since { $at } and goes on in the next window.
caption-cancelled = The upgrade of { $pool } is cancelled since { $at }; resume or roll back.
caption-succeeded = The upgrade of { $pool } succeeded at { $at }.
caption-rolled-back = { $pool } was rolled back by { $at }.
caption-failed = { $pool }: the quota check was not passed by { $at }; nothing was created.
caption-side-paused = The upgrade of { $pool } is paused in { $phase } since { $since }: nobody is evicted, and no time of it runs. Resume or roll back.
caption-green-boots = The green pool of { $pool } is created: { $ready } of { $of } nodes are Ready, { $booting } boot. Nobody is evicted before all are.
caption-green-waits = The green pool of { $pool } waits for capacity: { $ready } of { $of } nodes are Ready. Nobody is evicted before all are.
caption-blue-cordoned = { $nodes ->
        [one] The blue node is cordoned
       *[other] All { $nodes } blue nodes are cordoned at once
    }: what runs there goes on, and new Pods go to green.
caption-names = { $nodes ->
        [one] { $names }
        [2] { $names }
        [3] { $names }
        [4] { $names }
       *[other] { $nodes } nodes
    }
caption-batch-drains = Batch { $batch } of { $of } drains ({ $names }){ $left ->
        [unknown] { "" }
        [0] : it is empty
        [one] : 1 Pod is left
       *[other] : { $left } Pods are left
    }. { $safe }
caption-batch-held = Batch { $batch } of { $of } drains: { $parts }.
caption-batch-soaks = Batch { $batch } of { $of } soaks{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    } ({ $names }): { $left ->
        [unknown] cordoned
        [0] cordoned and empty
        [one] cordoned with 1 Pod that stays
       *[other] cordoned with { $left } Pods that stay
    }{ $pods ->
        [0] { "" }
       *[other] { $rest ->
            [0] { "" }
            [one] . The next batch runs { $pods } Pods
           *[other] . { $rest } batches to come run { $pods } Pods
        }
    }. { $safe }
caption-safe = Blue is kept: a rollback is still whole.
caption-safe-until = Blue is kept until { $at }: until then a rollback is whole.
caption-pool-soaks = The pool soaks{ $cut ->
        [0] { " " }until { $until }
       *[other] , planned until { $until }
    }, then blue is deleted{ $left ->
        [0] { "" }
        [one] { " " }with the 1 Pod that is still there
       *[other] { " " }with the { $left } Pods that are still there
    }. Until then it can be rolled back.
caption-blue-goes = The blue pool is deleted, { $left ->
        [one] 1 node is left
       *[other] { $left } nodes are left
    }{ $pods ->
        [0] { "" }
        [one] . 1 Pod ends without its budget being asked
       *[other] . { $pods } Pods end without their budgets being asked
    }. There is no way back.
caption-green-goes = { $pool } is rolled back: blue takes Pods again, { $left ->
        [one] 1 green node is left
       *[other] { $left } green nodes are left
    }.
caption-green-held = { $pool } is rolled back, { $left ->
        [one] 1 green node is left
       *[other] { $left } green nodes are left
    }: { $parts }.
caption-zone = { $zone }: { $parts }.
caption-zone-of = { $pool } in { $zone }: { $parts }.
caption-cancelling = { $zone }, cancelled, nodes that had started finish: { $parts }.
caption-rolling-back = { $zone }, rolling back: { $parts }.
caption-lives-on = nobody is drained, nodes go when their life is over
caption-between = the next nodes are chosen
caption-held-budget = { $node } keeps { $pods ->
        [one] { $pod }
       *[other] { $pods } Pods
    } because { $budget } allows no disruption
caption-held-many = { $nodes } nodes keep Pods because { $budget } allows no disruption
caption-held-two = { $node } keeps { $pod } because { $first } and { $second } both select it
caption-held-forbidden = { $node } keeps { $pod } because { $budget } has no valid status
caption-draining = { $nodes ->
        [one] { $names } is draining
        [few] { $names } are draining
       *[other] { $nodes } nodes are draining
    }
caption-deleting = { $nodes ->
        [one] { $names } is being deleted
        [few] { $names } are being deleted
       *[other] { $nodes } nodes are being deleted
    }
caption-recreating = { $nodes ->
        [one] { $names } is being recreated
        [few] { $names } are being recreated
       *[other] { $nodes } nodes are being recreated
    }
caption-booting = { $nodes ->
        [one] { $names } is booting
        [few] { $names } are booting
       *[other] { $nodes } nodes are booting
    }

## Why?

why-rule = { $rule }
why-other-zone = Zones are upgraded one after the other, and another one is in progress.
why-waits-for-surge = A surge slot works on it and waits until { $node } is Ready; only then it is cordoned.
why-slots-full = Every slot of the zone has a node: { $used } at once is all that the settings allow.

why-node-booting = Node { $node } is starting since { $since }, for { $for }.
why-node-recreating = Node { $node } is being recreated since { $since }, for { $for }.
why-node-missing = Node { $node } is gone since { $since } and waits for a VM, for { $for }.
why-node-deleting = Node { $node } is being deleted since { $since }, for { $for }.
why-node-abandoned = The VM of node { $node } is being deleted since { $since }, for { $for }; it never was a node.
why-node-gone = Node { $node } is gone since { $since }.
why-node-drained = Node { $node } is drained since { $since }.
why-node-draining = Node { $node } is draining since { $since }, for { $for }. { $gone } of { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } gone, { $left } to go.
why-node-blocked = Drain of { $node } blocked since { $since }, for { $for }. { $gone } of { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } gone, { $left } to go; refused: { $refused }.
why-node-silent = The kubelet of node { $node } has stopped at { $since }; the control plane has not noticed.
why-node-lost = Node { $node } is not ready: its kubelet has said nothing since { $since }, for { $for }.
why-node-disk-full = The boot disk of node { $node } is full since { $since }, for { $for }; no Pod is placed there.
why-node-down = The VM of node { $node } is down since { $since }, for { $for }, by an event of its host.
why-node-cordoned = Node { $node } takes no new Pods since { $since }, for { $for }; running ones continue.
why-node-waits = Node { $node } is ready and not upgraded yet.
why-node-new = Node { $node } is ready, with the new configuration, since { $since }, for { $for }.
why-node-idle = Node { $node } is ready since { $since }, for { $for }; nothing is to be done with it.
why-placed-before = The scheduler had placed it before the run began.
why-not-yet = { $subject } does not exist yet.

why-pod-pending = Pod { $pod } is Pending since { $since }, for { $for }.
why-pod-starting = Pod { $pod } is starting on { $node } since { $since }, for { $for }.
why-pod-not-ready = Pod { $pod } runs on { $node } and is not ready since { $since }, for { $for }.
why-pod-ready = Pod { $pod } is ready on { $node } since { $since }, for { $for }.
why-pod-refused = The eviction of Pod { $pod } is refused since { $since }, for { $for }.
why-pod-terminating = Pod { $pod } on { $node } is terminating since { $since }, for { $for }.
why-pod-finished = Pod { $pod } has finished.
why-pod-gone = Pod { $pod } is gone since { $since }.

why-pool-idle = Pool { $pool } is not being upgraded; it has { $of } nodes.
why-pool-queued = The upgrade of { $pool } is due since { $since }, for { $for }, and may not start.
why-pool-running = Pool { $pool } is being upgraded since { $since }, for { $for }: { $done } of { $of } nodes are done.
why-pool-waiting = Pool { $pool } waits for resources since { $since }, for { $for }: { $done } of { $of } nodes are done.
why-pool-paused = The upgrade of { $pool } is paused since { $since }, for { $for }: { $done } of { $of } nodes are done.
why-pool-cancelling = The upgrade of { $pool } is cancelled since { $since }; nodes that had started finish.
why-pool-cancelled = The upgrade of { $pool } is cancelled since { $since }: { $done } of { $of } nodes have the new configuration.
why-pool-rolling-back = Pool { $pool } is being rolled back since { $since }, for { $for }.
why-pool-succeeded = Pool { $pool } is upgraded since { $since }: { $done } of { $of } nodes.
why-pool-rolled-back = Pool { $pool } is rolled back since { $since }.
why-side-creating = Pool { $pool } is in { $phase } since { $since }, for { $for }: { $ready } of { $of } green nodes are Ready.
why-side-cordoning = Pool { $pool } is in { $phase } since { $since }: its { $of } blue nodes are cordoned, its green ones are Ready.
why-side-draining = Pool { $pool } is in { $phase } since { $since }, for { $for }: batch { $batch } of { $batches } drains.
why-side-batch-soaks = Pool { $pool } is in { $phase } since { $since }, for { $for }: batch { $batch } of { $batches } is drained and soaks.
why-side-soaking = Pool { $pool } is in { $phase } since { $since }, for { $for }: { $blue } blue nodes are kept, { $ready } green ones are in use.
why-side-deleting = Pool { $pool } is in { $phase } since { $since }, for { $for }: { $blue } of { $of } blue nodes are left.
why-side-rolling-back = Pool { $pool } is in { $phase } since { $since }, for { $for }: { $green } of { $of } green nodes are left.
why-batch-planned = { $title } of { $of } of { $pool } is not drained yet: { $names }.
why-batch-draining = { $title } of { $of } of { $pool } drains since { $since }, for { $for }: { $names }.
why-batch-soaking = { $title } of { $of } of { $pool } is drained since { $since } and soaks, for { $for }: { $names }.
why-batch-paused = { $title } of { $of } of { $pool } stands still with its upgrade since { $since }, for { $for }: { $names }.
why-batch-done = { $title } of { $of } of { $pool } is drained since { $since }, for { $for }: { $names }.
why-batch-left = { $title } of { $of } of { $pool } is not drained any more, since { $since }: { $names }.
why-side-paused = The upgrade of { $pool } is paused in { $phase } since { $since }, for { $for }.
why-pool-failed = Pool { $pool } has failed its quota check { $since }; nothing was created.

why-budget = { $budget } allows { $allowed } disruptions now.
why-budget-refuses = { $budget } allows { $allowed } disruptions now and holds { $pods }.
why-budget-failed = { $budget } allows nothing: its status cannot be computed, because a Pod's owner has no scale.
why-workload = { $workload }: { $ready } of { $desired } Pods are ready.
why-service = { $service }: { $ready } ready endpoints.
why-zone = No upgrade works in { $zone } now. { $pool } has { $of ->
        [one] 1 node
       *[other] { $of } nodes
    } there, { $done } of them upgraded.
why-zone-empty = { $zone } has no nodes.
why-zone-working = The upgrade of { $pool } works in { $zone } since { $since }, for { $for }: { $done } of { $of } nodes are done, { $left } to go; { $used } of { $slots } upgrade slots are in use.
why-zone-done = The upgrade of { $pool } is done with { $zone } since { $since }: { $done } of { $of } nodes are upgraded.
why-zone-next = { $zone } waits for its turn in the upgrade of { $pool }: { $done } of { $of } nodes are upgraded, one zone at a time.
why-zone-short-lived = The upgrade of { $pool } goes on in { $zone } since { $since }, for { $for }: { $done } of { $of ->
        [one] { $of } node is
       *[other] { $of } nodes are
    } upgraded. Nobody is drained: a node goes when its life is over, and new nodes have the new configuration.
why-zone-short-lived-back = The upgrade of { $pool } is rolled back in { $zone } since { $since }, for { $for }: { $done } of { $of ->
        [one] { $of } node is
       *[other] { $of } nodes are
    } upgraded. Nobody is drained: a node goes when its life is over, and new nodes have the old configuration.
why-zone-short-lived-cancelled = The upgrade of { $pool } is cancelled in { $zone } since { $since }, for { $for }: { $done } of { $of ->
        [one] { $of } node is
       *[other] { $of } nodes are
    } upgraded. Nodes live on until their life is over.
why-zone-out = { $zone } is out of stock since { $since }. { $upgrade }
why-cluster = { $nodes ->
    [one] The cluster has one node.
   *[other] The cluster has { $nodes } nodes.
}
why-control-plane-waits = What is due for the control plane waits since { $since }, for { $for }.
why-control-plane-at-work = { $what } is in progress since { $since }: replica { $replica } of { $of }.
why-record = Record { $no }, at { $since }: { $subject }, { $fact }.

until-node-ready = { $at }, then it is Ready.
until-node-gone = { $at }, then its VM is gone.
until-lost = { $at }, then the control plane notices.
until-back = { $at }, then it is back.
until-repair = { $at }, then its repair begins.
until-exists = { $at }, then it is created.
until-never = Nothing in this run ends it.
until-never-taken = Not in this run.
until-never-bound = No node takes it in this run.
until-drain-limit = { $at }, then whatever is left is forced out.
until-drain-gives-up = { $at }, then the drain gives up.
until-drain-leaves = { $at }, then nobody is asked any more, and who is left stays until the blue pool is deleted.
until-pod-ready = { $at }, { $pod } ready.
until-unblocked = { $at }, then the last refused Pod is free.
until-drained = { $at }, then the drain has ended.
until-latest = { $first } At the latest { $limit }, then whatever is left is forced out.
until-latest-gives-up = { $first } At the latest { $limit }, then the drain gives up.
until-latest-leaves = { $first } At the latest { $limit }, then who is left stays until the blue pool is deleted.
until-capacity = { $at }, then capacity is free.
until-no-capacity = When capacity is free; not in this run.
until-uncordoned = { $at }, then it is uncordoned.
until-drain-starts = { $at }, then its drain starts.
until-cordoned = { $at }, then it is cordoned.
until-its-turn = { $at }, then a slot takes it.
until-this-pod-ready = { $at }, then it is ready.
until-pod-gone = { $at }, at the latest.
until-bound = { $at }, then it is placed on { $node }.
until-evicted = { $at }, then its eviction is granted or no longer needed.
until-forced = { $at }, then it is forced out.
until-succeeded = { $at }, then every node is upgraded.
until-cancelled = { $at }, then it is cancelled.
until-paused = { $at }, then it is paused.
until-started = { $at }, then it starts.
until-goes-on = { $at }, then it goes on.
until-rolled-back-from = { $at }, then it is rolled back.
until-rolled-back = { $at }, then everything is rolled back.
until-pool-soak = { $at }, then the soak is over and the blue pool is deleted.
until-batch-soak = { $at }, then batch { $batch } is drained.
until-last-batch-soak = { $at }, then the whole pool soaks.
until-green-ready = { $at }, then all green nodes are Ready and blue is cordoned.
until-blue-deleted = { $at }, then the blue pool is deleted.
until-batch-drained = { $at }, then the batch is drained.
until-blue-gone = { $at }, then the last blue node is gone.
until-control-plane = { $at }, then the control plane is through.
until-changes = { $at }, then its state changes.
until-command = Until somebody resumes it or rolls it back.
until-window = Until a window opens; not in this run.
until-next-start = Until { $at }, when nothing keeps it from starting; this run ends before.
until-backoff = { $at }, then it tries again.
until-zone-done = { $at }, then the zone is done.
until-zone-starts = { $at }, then its turn begins.
until-life-of = { $at }, then the life of { $node } is over.
until-life-over = { $at }, then its life is over.
until-taken-away = { $at }, then its VM is taken away.
until-no-life-ends = No node of the zone ends in what is left of this run.
until-zone-never-starts = Its turn does not come in this run.
until-stays = To the end of this run nothing changes it.
until-leaves = { $at }, then it is asked to leave.
until-deleted = { $at }, then its VM is deleted.
until-stock = { $at }, then there is stock again.

input-ready-after = ready after
input-gone-after = gone after
input-start = containers start in
input-pods = Pods to evict
input-replicas = replicas
input-workload = owner
input-limit = limit of the drain
input-drain-since = drain since
input-forced-at = forced at
input-gives-up-at = gives up at
input-zone = its zone
input-pool = pool
input-turn = turn
input-done = nodes done
input-left = nodes left
input-took = took
input-evictions = evictions
input-forced = forced out
input-blocked = drains blocked
input-node = node
input-room-at = room there at
input-preempted-for = preempted for
input-placed-at = placed at
input-version = version
input-pods-here = Pods on it
input-zone-now = zone in progress
input-slot = slot
input-ready-at = Ready at
input-slots = slots
input-max-surge = maxSurge
input-max-unavailable = maxUnavailable
input-in-progress = in progress
input-batch = batch
input-batches = batches
input-batch-nodes = batchNodeCount
input-batch-part = batchPercentage
input-batch-size = nodes of a batch
input-batch-soak = batchSoakDuration
input-pool-soak = nodePoolSoakDuration
input-soak-left = soak left
input-old-node = old node
input-life = life of a node
input-pods-left = Pods left on it
input-left-on-blue = Pods left on blue
input-next-window = next window
input-exclusion = exclusion
input-exclusion-scope = its scope
input-exclusion-ends = its end
input-interval-ends = the least time between two upgrades is over
input-budgets = budgets
input-filter = rejected
input-nodes = nodes
input-spare = VMs more than at the start
input-reservation = reserved VMs
input-drain-filter = filter
input-backoff = waits
input-failures = failed Pods
input-deadline = activeDeadlineSeconds
input-available = available
input-budget = budget
input-limit-of-budget = limit
input-healthy = healthy Pods
input-desired = must stay healthy
input-autoscaler-blue = cluster autoscaler on blue
input-autoscaler-green = cluster autoscaler on green
autoscaler-free = adds and removes nodes
autoscaler-up = adds nodes only
autoscaler-down = removes nodes only
autoscaler-none = may not act
input-allowed = disruptionsAllowed
input-ready = ready
input-starting = starting
input-pending = pending
input-terminating = terminating
value-of = { $part } of { $whole }
value-allowed = { $healthy } − { $desired } = { $allowed }
value-sync-failed = 0, the status cannot be computed
limit-min-available = minAvailable { $value }
limit-max-unavailable = maxUnavailable { $value }

edit-max-surge = { $pool } maxSurge { $from } → { $to }
edit-max-unavailable = { $pool } maxUnavailable { $from } → { $to }
edit-surge = { $pool } maxSurge/maxUnavailable { $from_surge }/{ $from_unavailable } → { $to_surge }/{ $to_unavailable }
edit-budget = { $budget } { $from } → { $to }
edit-always-allow = { $budget } unhealthyPodEvictionPolicy IfHealthyBudget → AlwaysAllow
edit-no-budget = without { $budget }
edit-new-budget = a disruption budget with maxUnavailable 1 for { $workload }
edit-replicas = { $workload } replicas { $from } → { $to }
edit-grace = { $workload } terminationGracePeriodSeconds { $from } → { $to }
edit-pdb-timeout = { $pool } pdbTimeoutDuration { $from } → { $to }
edit-quota = quota for { $from } → { $to } more nodes
edit-copies = { $edit }, and so for all { $n } of its entry
effect = { $parts }
effect-same = end unchanged
effect-still = the upgrade still { $outcome }
effect-sooner = { $by } sooner
effect-later = { $by } later
ends-failed = fails
ends-stuck = is stuck
ends-limit = outlasts the simulated time (“until” in the scenario)
ends-paused = is paused
ends-cancelled = is cancelled
ends-rolled-back = is rolled back
ends-succeeded = succeeds
ends-idle = is not asked for
effect-outcome = the upgrade { $to } and no longer { $from }
effect-peak = peak { $from } → { $to } nodes
effect-lowest = lowest { $from } → { $to } nodes
effect-evictions = evictions { $from } → { $to }
effect-upgraded = nodes upgraded { $from } → { $to }
effect-missing = most Pods not ready { $from } → { $to }
effect-forced = forced { $from } → { $to }
effect-lost = lost { $from } → { $to }
effect-pending = most pending { $from } → { $to }
effect-out = workloads without a ready Pod for { $from } → { $to }
effect-blocked = blocked { $from } → { $to }
effect-waited = waited for capacity { $from } → { $to }
effect-all-ready = fewest ready Pods { $from } → { $to }
effect-ready = fewest ready { $workload } { $from } → { $to }
same = as before: { $parts }
same-forced = forced { $n }
same-lost = lost { $n }
same-peak = peak { $n } nodes
same-evictions = evictions { $n }
same-all-ready = fewest ready Pods { $n }
change-none = none better. Tried: { $tried }

outcome-succeeded = The upgrade succeeds
outcome-but = The upgrade ends, but { $harm }
outcome-cancelled = The upgrade is cancelled
outcome-rolled-back = The upgrade is rolled back
outcome-paused = The upgrade is paused
outcome-stuck = The upgrade is stuck
outcome-limit = The simulated time (“until” in the scenario) is over before the upgrade is
outcome-failed = The upgrade fails
outcome-idle = No upgrade was asked for
harm-forced = { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } forced out against a budget
harm-below = { $n ->
        [one] { $names } is
        [2] { $names } are
       *[other] { $n } budgets are
    } not kept for a time
harm-out = { $n ->
        [one] { $names } has
        [2] { $names } have
       *[other] { $n } workloads have
    } no Pod ready for a time
harm-lost = { $pods ->
        [one] 1 Pod that nobody brings back is
       *[other] { $pods } Pods that nobody brings back are
    } lost
harm-unplaced = { $pods ->
        [one] 1 Pod is
       *[other] { $pods } Pods are
    } without a node at the end
harm-repeated = { $workload } is preempted { $times } times for { $pod }
shortfall-budget = { $lowest } healthy where { $of } must be, for { $for }{ $times ->
        [1] { "" }
       *[other] { " " }in { $times } stretches
    }
shortfall-workload = { $lowest } of { $of ->
        [one] 1 Pod
       *[other] { $of } Pods
    } ready for { $for }{ $times ->
        [1] { "" }
       *[other] { " " }in { $times } stretches
    }
shortfall-unprotected = { $shortfall }; no disruption budget selects it ({ $insight })

advice-speed = Speed: as many nodes at once as maxSurge + maxUnavailable, at most 20 in a zone.
advice-disruption = Disruption: every Pod is moved once or more; its budget and its grace period are respected for an hour per node.
advice-risk = Risk: a cancelled upgrade can be rolled back, node by node; a finished one cannot.
advice-cost = Cost: at most maxSurge nodes more in one zone at a time.
advice-ideal-speed = Good when the upgrade should be fast.
advice-ideal-tolerant = Good when applications tolerate gradual change and end within 60 minutes.
advice-ideal-cost = Good when few additional nodes may be created.
advice-more-control = For more control over a running upgrade, its phases, soak time, completion and fast rollback, use blue-green.
advice-choose-surge = Cost matters, and a shutdown of less than 60 minutes is fine: surge.
advice-choose-blue-green = Highly available production that must roll back fast and may cost more for a while: blue-green.
advice-choose-autoscaled = The longest time before eviction at low cost, and neither rescheduling nor rollback at once: autoscaled blue-green, which is not simulated yet.
advice-choose-short-lived = Nodes of bounded life, flex-start or queued: short-lived, which GKE chooses by itself.
advice-chooser = Cost matters and Pods end within 60 minutes: surge. Highly available production that needs fast rollback and bears the cost for a time: blue-green. The longest time before eviction at low cost: autoscaled blue-green. Nodes of bounded life: short-lived, chosen by GKE.
advice-cancel = Cancel pauses: nodes that had started finish, nothing is rolled back. Then resume, or roll back.
advice-finished = A finished upgrade cannot be rolled back. To go back, upgrade the pool to the old version.
advice-deletion = An eviction respects disruption budgets; a deletion does not, and forces the Pod out.
advice-recreate = maxUnavailable gives a node's capacity away until it is recreated; where capacity is scarce, use it with a reservation only.
advice-one-by-one = A budget of maxUnavailable 1 lets one of its Pods go at a time and so slows the whole upgrade down.
advice-balanced = Balanced: one additional node, one node at a time; slower, least disruptive, for most workloads.
advice-0-20 = Fast without additional nodes: twenty nodes down at once; most disruptive, for large pools of batch work.
advice-20-0 = Fast with twenty additional nodes: budgets limit the Pods that leave at a time; for large pools, not with externalTrafficPolicy Local.
advice-0-1 = Slowest without additional nodes: one node down at a time; for pools in a reservation.
advice-peak = This pool has at most { $peak } VMs: { $nodes } and { $extra } more. Quota and capacity must be free for them.

title-what = What
title-why = Why
title-until = Until
title-change = Change it
title-change-tried = Change it (each computed by running it)
title-change-run = What would change it (each tried by a run)
ui-change-trying = Trying { $n } of { $of } …
ui-change-stop = Stop
ui-change-stopped = Stopped after { $n } of { $of }.
ui-change-again = Go on
ui-change-done = { $of } tried; { $n ->
        [one] this one is better:
       *[other] the best { $n }:
    }
ui-change-none = { $n ->
        [one] None gets further, does less harm, ends sooner or keeps more Pods ready without more harm elsewhere: 1 was tried.
       *[other] None gets further, does less harm, ends sooner or keeps more Pods ready without more harm elsewhere: { $n } were tried.
    }
ui-change-others = { $n ->
        [one] 1 more was tried{ $better ->
            [0] { "" }
           *[other] { "," } { $better } of them better
        }
       *[other] { $n } more were tried{ $better ->
            [0] { "" }
           *[other] { "," } { $better } of them better
        }
    }
ui-change-order = Better is, in this order: what ends better or upgrades more nodes; what forces out or loses fewer Pods; what leaves workloads without a ready Pod for less time; what ends sooner; what keeps more Pods ready. Nodes are a cost and decide nothing. Never better is what is only done before a Cancel or a Roll back of the script, what forces out or loses more Pods, or what ends sooner with less than half of the Pods ready.
ui-change-in-vain = What they came to
ui-change-too-large = The run is too large to be run again for each change.
ui-change-failed = Given up: its run is too large, or cannot be computed.
ui-change-apply = Apply
ui-change-apply-name = Apply: { $edit }
ui-change-applied = Applied: { $edit }.
title-say = Say it in GKE

## Operations

op-state = { $state }
op-state-paused = { $state }, paused
op-state-batch-soaking = { $state }, batch soaking
op-head-soak = { $left } of soak left
op-soak-batch = batch { $batch } of { $of }; batch { $next } from { $at }
op-soak-batch-cut = batch { $batch } of { $of }; planned until { $at }
op-soak-pool-cut = planned until { $at }
op-soak-last-batch = batch { $batch } of { $of }; the pool soaks from { $at }
op-soak-pool = the blue pool is deleted from { $at }
op-head-idle = No upgrade runs
op-head-starts = the next one starts { $at }
op-head-succeeded = Upgraded
op-head-succeeded-to = Upgraded to { $version }
op-head-rolled-back = Rolled back
op-head-failed = The quota check was not passed
op-head-queued = Due, and not permitted yet
op-head-paused = Paused by its window
op-head-goes-on = goes on { $at }
op-head-cancelled = Paused: { $done } of { $of } nodes upgraded
op-head-cancelled-in = Paused in { $phase }
op-head-waiting = Waits for capacity
op-head-cancelling = { $busy ->
        [one] 1 node is finished, then it pauses
       *[other] { $busy } nodes are finished, then it pauses
    }
op-head-rolling-back = Rolls back
op-head-create = The green pool is created
op-head-cordon = The blue pool is cordoned
op-head-drain = Batch { $batch } of { $of } drains
op-head-soaks = The pool soaks
op-head-delete = The blue pool is deleted
op-head-short-lived = Waits for old nodes to end
op-head-surge = { $done } of { $of } nodes upgraded
op-head-since = since { $at }
op-head-until = until { $at }
op-upgrade = Upgrades { $pool } to { $version }.
op-upgrade-any = Upgrades { $pool }: every node is made anew.
op-downgrade = Going back after success is a downgrade: an upgrade to the old version { $version }, with all that an upgrade does.
op-cancel-paused = It does not go on in the next window, until somebody resumes it.
op-cancel-surge-last = The last nodes are finished all the same, and then the upgrade has succeeded: nothing is left to be paused.
op-cancel-surge = { $n ->
        [0] Pauses here. No further node is begun, nothing goes back.
        [one] Pauses when 1 node that was begun is finished. Nothing goes back.
       *[other] Pauses when { $n } nodes that were begun are finished. Nothing goes back.
    }
op-cancel-short-lived = Pauses here. Nothing goes back.
op-cancel-create = Pauses here. Blue takes Pods as before, nothing goes back.
op-cancel-drain = Pauses here. Nobody is evicted any more, blue stays cordoned, nothing goes back.
op-cancel-blue-green = Pauses here. Blue stays cordoned, nothing goes back.
op-cancel-soak = Pauses here. The { $left } that are left wait, blue stays cordoned, nothing goes back.
op-resume = { $n ->
        [one] Goes on with 1 node that is not upgraded.
       *[other] Goes on with { $n } nodes that are not upgraded.
    }
op-resume-failed = Asks for quota again.
op-resume-in = Goes on in { $phase }.
op-resume-batch = Batch { $batch } starts at once, without the { $left } of soak that were left.
op-resume-last-batch = The pool soaks at once, without the { $left } of the last batch that were left.
op-resume-soak = Soaks on for the { $left } that are left.
op-rollback-first = Cancels and rolls back in one step.{ " " }
op-rollback-blue-green = { $first }Blue takes Pods again; those on { $green ->
        [one] 1 green node
       *[other] { $green } green nodes
    } are deleted, whatever budgets say.
op-rollback-blue-green-respecting = Goes back as well, but Pods on green are evicted as budgets allow, for an hour at most.
op-rollback-create = { $first }Green is deleted. Blue was never cordoned.
op-rollback-surge = { $first }{ $n ->
        [0] No node was begun: nothing goes back.
        [one] 1 node that is upgraded or was begun gets the old version again; its Pods are deleted, whatever budgets say.
       *[other] { $n } nodes that are upgraded or were begun get the old version again; their Pods are deleted, whatever budgets say.
    }
op-rollback-surge-respecting = Goes back as well, but Pods are evicted as budgets allow, for an hour per node at most.
op-rollback-short-lived = { $first }New nodes get the old version again.
op-rollback-failed = Nothing was created, so nothing is to be done: it ends as rolled back.
op-complete = Skips the { $left } of soak that are left: the blue pool is deleted at once.
op-complete-now = The blue pool is deleted at once.
op-no-cancel-delete = DELETING_BLUE_POOL cannot be paused.
op-no-rollback-delete = Too late: the blue pool is being deleted. Going back is a downgrade after success.
op-no-cancel-stands = It is paused already.
op-no-cancel-cancelling = It pauses already, when the nodes that were begun are finished.
op-no-rolling-back = It is being rolled back, and that cannot be paused.
op-no-rollback-succeeded = A finished upgrade cannot be rolled back. Going back is a downgrade, as above.
op-no-rollback-twice-now = It is being rolled back already.
op-no-rollback-last = Too late: the last nodes are being upgraded and are finished first, and then the upgrade has succeeded. Going back is a downgrade.
op-no-rollback-twice = It was rolled back.
op-no-run = No upgrade of the pool runs.
op-no-run-yet = Not before the upgrade starts { $at }.
op-no-resume = Nothing is paused.
op-no-resume-yet = Nothing is paused. In this run it is from { $at } on.
op-no-resume-batch = Nothing is paused. After a Cancel now, batch { $batch } would start at once, without these { $left }.
op-no-resume-last-batch = Nothing is paused. After a Cancel now, the pool would soak at once, without these { $left }.
op-no-complete = Only in NODE_POOL_SOAKING, which this run does not reach from here.
op-no-complete-yet = Only in NODE_POOL_SOAKING, from { $at }.
op-no-complete-ever = Only blue-green upgrades have a soak to be cut short.
op-no-complete-delete = The soak is over, the blue pool is being deleted.
op-no-complete-paused = Paused: resume first, then complete.
op-no-control-plane-down = The control plane is being upgraded and answers nobody meanwhile.
op-no-control-plane-busy = The control plane is being upgraded: no run of nodes starts or resumes meanwhile.
op-no-upgrade = An upgrade of the pool has not ended.
op-acts-later = Takes effect { $at }, a second later: something else happens { $now }, and comes first.

ui-op-commands = Commands in { $state }
ui-op-allowed = allowed
ui-op-not-allowed = not allowed
ui-op-upgrade = Upgrade
ui-op-downgrade = Downgrade
ui-op-cancel = Cancel
ui-op-resume = Resume
ui-op-rollback = Roll back
ui-op-rollback-note = respectPdb false
ui-op-rollback-respecting-note = respectPdb true
ui-op-complete = Complete
ui-op-button = { $what } { $pool }
ui-op-pools = Pool
ui-op-none = No pool is to be operated on.
ui-op-make = Make it happen here
ui-op-select-node = Select a node to make it fail.
ui-op-workload = Workload
ui-op-choose-workload = Choose a workload
ui-make-quota = Set quota
ui-make-quota-about = VMs beyond those of the start{ $now ->
        [none] ; now enough
       *[other] ; now { $now }
    }
ui-make-no-quota = Enough quota
ui-make-stockout = Stockout
ui-make-stockout-about = begins in { $zone }
ui-make-stockout-ends = Stock is back
ui-make-stockout-ends-about = in { $zone }
ui-make-reservation = Reserve
ui-make-reservation-about = VMs for { $pool }: its upgrades may then use this reservation only; it has { $now } now
ui-make-no-reservation = No reservation
ui-make-preempt = Preempt
ui-make-preempt-about = the Spot VM of { $node }
ui-make-kubelet = Stop kubelet
ui-make-kubelet-about = of { $node }
ui-make-disk = Fill disk
ui-make-disk-about = of { $node }
ui-make-host-event = Host event
ui-make-host-event-about = under { $node }
ui-make-never-ready = Never ready
ui-make-never-ready-about = { $workload } on upgraded nodes
ui-make-ready-again = Ready again
ui-make-ready-again-about = { $workload } on upgraded nodes
ui-make-slow-pull = Slow pull
ui-make-slow-pull-about = seconds for each image of { $workload }
ui-make-sigterm = Ignore SIGTERM
ui-make-sigterm-about = { $workload }, to the end of its grace

did-upgrade = Upgrade { $name } at { $at }
did-downgrade = Downgrade { $name } at { $at }
did-cancel = Cancel { $name } at { $at }
did-resume = Resume { $name } at { $at }
did-rollback = Roll back { $name } at { $at }
did-rollback-respecting = Roll back { $name } with respectPdb at { $at }
did-complete = Complete { $name } at { $at }
did-quota = Quota at { $at }
did-stockout = Stockout in { $name } at { $at }
did-stockout-ends = Stock back in { $name } at { $at }
did-reservation = Reservation of { $name } at { $at }
did-preempt = Preempt { $name } at { $at }
did-kubelet = Kubelet of { $name } stops at { $at }
did-disk = Disk of { $name } full at { $at }
did-host-event = Host event of { $name } at { $at }
did-never-ready = { $name } never ready from { $at }
did-ready-again = { $name } ready again from { $at }
did-slow-pull = { $name } pulls slowly from { $at }
did-sigterm = { $name } ignores SIGTERM from { $at }

ui-branch = Branch: { $what }.
ui-branch-running = Computing how it differs from the run before …
ui-branch-too-large = The run is too large to be compared.
ui-branch-unknown = The run before was not over, so there is nothing to compare with.
ui-branch-refused = { $n ->
        [0] { "" }
        [one] Later: { $first }.
       *[other] { $n } later commands are refused, the first: { $first }.
    }
ui-branch-dismiss = Close, and keep the branch
effect-end = ends after { $from } → { $to }
effect-ends = ends after { $to }
effect-stands = stands from { $to } after its start
effect-pool = { $pool }: { $own }; all pools: { $all }
key-branch = Operations: branch here
ui-tab-operations = Operations
ui-also-branch = what if, at the playhead: cancel, resume, roll back, complete, stockout, quota, preempt
ui-palette-operations = Operations at the playhead
ui-do-complete = Complete
ui-do-set = Set
ui-do-reservation = Reservation
ui-do-resize = Resize
ui-do-preempt = Preempt
ui-do-fail = Fail
ui-do-host-event = Host event
ui-script-phase = after the start of { $phase }
ui-script-go = Go to where it acts: { $what }

## Page

ui-undo = Undo: { $what }
ui-redo = Redo: { $what }
ui-nothing-to-undo = Nothing to undo
ui-nothing-to-redo = Nothing to redo
did-change = { $name } { $before } → { $after }
did-set = { $name } { $after }
did-unset = { $name } { $before } taken away
did-add = one more in { $name }
did-remove = one less in { $name }
did-several = { $n ->
    [one] { $n } change
   *[other] { $n } changes
}
did-preset = preset “{ $title }”
did-open = another scenario
did-link = the link
did-anew = start anew
did-variants = what is compared with it
ui-restored = Restored from your last visit.
ui-anew = Start anew
ui-not-kept = This scenario is too large for what the browser keeps: save it as a file (Share, Data) before you leave.
ui-broke = What was open last time could not be opened again.
ui-save-scenario = Save the scenario
ui-open-again = Open it again
ui-bad-link = The link was not opened.
ui-no-preset = There is no preset “{ $name }”.
ui-share-lead-link = Nothing leaves this tab until you pass the link on: the link is the scenario.
ui-share-lead-image = Nothing leaves this tab: the picture is drawn here.
ui-share-lead-data = Nothing leaves this tab: the file is written here.
ui-share-tabs = What to share
ui-share-link = Link
ui-share-image = Image
ui-share-data = Data
ui-share-length = Length
ui-share-of = { $n } of { $most }
ui-share-too-long = Links of more than { $most } characters are cut or refused by many programs that pass them on. Share the scenario as a file: whoever has it imports it.
ui-share-carries = What the link carries
ui-share-playhead = Start at the playhead
ui-share-playhead-note = { $at }, else at the start
ui-share-selection = Selection and open panel
ui-share-nothing-selected = nothing is selected
ui-share-pseudonyms = Pseudonymise names
ui-share-pseudonyms-note = of pools, nodes, namespaces, workloads, Pods, budgets, services and labels; the run stays the same
ui-share-pseudonyms-on = { $n ->
    [one] { $n } name is another: { $old } is { $new }
   *[other] { $n } names are others: { $old } is { $new }
}
ui-share-picture = The stage and the timeline at the playhead
ui-share-no-run = There is no run to draw yet.
ui-share-svg = SVG, for pages and documents
ui-share-png = PNG, twice as sharp, for slides and chats
ui-share-save-svg = Save SVG
ui-share-save-png = Save PNG
ui-share-file = Scenario file
ui-share-form = Form
ui-share-form-scenario = Scenario (JSON)
ui-share-form-gcloud = gcloud commands
ui-share-form-terraform = Terraform
ui-share-form-budgets = Budgets (YAML)
ui-share-form-csv = Event log (CSV)
ui-share-form-lines = Event log (JSON Lines)
ui-share-cut = This is the beginning; Copy and Save have all of it.
ui-copy-it = Copy
ui-copied = Copied
ui-not-copied = The browser refused; press Ctrl+C.
ui-save = Save

ui-close = Close
ui-cancel = Cancel
ui-use = Use

ui-import-title = Import a cluster
ui-import-obtain = Get these files
ui-import-command-cluster = gcloud container clusters describe CLUSTER --location LOCATION --format json > cluster.json
ui-import-command-pools = gcloud container node-pools list --cluster CLUSTER --location LOCATION --format json > pools.json
ui-import-paste = Drop files here, or paste
ui-import-drop = or drop and paste anywhere on the page
ui-import-pasted = Pasted text { $n }
ui-import-a-folder = The folder
ui-import-reading = Reading …
ui-import-absent = The part of the page that reads files could not be loaded. Check the connection, then choose or paste again.
ui-import-broken = The part of the page that reads files broke off. Nothing was replaced.
ui-import-recognised = Recognised
ui-import-recognised-note = what the files hold
ui-import-used = Used
ui-import-used-note = goes into the scenario
ui-import-ignored = Ignored
ui-import-ignored-note = and why
ui-import-assumed = Assumed
ui-import-assumed-note = each can be changed in the setup
ui-import-none = Nothing.
ui-import-errors = { $n ->
        [one] The scenario has 1 error
       *[other] The scenario has { $n } errors
    }; it can be used, and mended in the setup
ui-import-folder = Choose a folder
ui-import-box = Text in the box
ui-import-remove = Remove { $name }
ui-import-clear = Remove all
ui-import-use-show = { $name }: open it on the stage
ui-import-use-first = { $name } can be shown on the stage after Use
ui-import-stop = Stop
ui-import-stopped = Stopped; nothing was replaced.
ui-import-again = Read again
ui-import-done = Read.
ui-import-not-read = Not read
ui-import-objects = { $n ->
        [one] 1 object
       *[other] { $n } objects
    } so far
ui-import-together = { $n ->
        [one] Putting 1 object together
       *[other] Putting { $n } objects together
    }
ui-import-reporting = Writing the report
ui-import-checking = Checking the scenario
ui-import-file-of = Reading file { $n } of { $of }
ui-import-until-use = Nothing is replaced until you press Use. What you gave stays here until then.
ui-import-text-edited = The text was edited; that is what Use takes.
ui-import-nothing-used = Nothing of it can be simulated: each file says why.
ui-import-never-asked = Secrets and ConfigMaps are never asked for. Environment values inside Pod specs are read over and not kept.
ui-import-open-text = Open as text
ui-import-as-text = The scenario as it will be used
ui-import-report = Import report
ui-import-look = { $n ->
        [one] 1 thing to look at
       *[other] { $n } things to look at
    }
ui-import-taken-as = Assumed:
ui-import-pseudonyms = Pseudonymise names
ui-import-pseudonyms-note = Pools, nodes, namespaces, workloads and labels get other names, each the same everywhere. The list stays in this tab.
ui-import-names = { $n ->
        [one] 1 name is replaced
       *[other] { $n } names are replaced
    }
ui-import-too-large = Larger than 128 MiB: not read. Import parts of it, for example one namespace at a time.
ui-import-too-many = Not read: 500 files, and folders eight deep, are taken at most.
ui-import-unreadable = The browser could not read it: it is a folder, was moved or changed, or may not be read.
ui-import-no-memory = There is not enough memory for it in this tab.
ui-import-empty-folder = No JSON, YAML or Terraform file is in the folder.
ui-import-edits = { $n ->
        [one] 1 edit was made since the last import
       *[other] { $n } edits were made since the last import
    }
ui-import-keep = Take the cluster, keep { $n ->
        [one] my edit
       *[other] my { $n } edits
    }
ui-import-keep-note = All of them fit.
ui-import-keep-clashes = { $n ->
        [one] 1 of them meets a change
       *[other] { $n } of them meet changes
    } of the cluster:
ui-import-keep-none = { $n ->
        [one] It cannot be kept: what it is in is gone.
       *[other] None of them can be kept: what they are in is gone.
    }
ui-import-clash-wins = it is { $now } there now; yours wins
ui-import-clash-gone = what it is in is gone; so is the edit
ui-import-replace = Replace all
ui-import-replace-note = { $n ->
        [one] Drops the edit.
       *[other] Drops the { $n } edits.
    }
ui-import-gone = The scenario on the screen has { $what }, these files have none: Use takes that away. Bring the files of before as well to keep it.
ui-import-nothing = nothing
ui-import-something = other values
ui-used-pools = { $n ->
        [one] 1 pool
       *[other] { $n } pools
    }
ui-used-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
ui-used-workloads = { $n ->
        [one] 1 workload
       *[other] { $n } workloads
    }
ui-used-pods = { $n ->
        [one] 1 Pod
       *[other] { $n } Pods
    }
ui-used-budgets = { $n ->
        [one] 1 budget
       *[other] { $n } budgets
    }
ui-used-services = { $n ->
        [one] 1 Service
       *[other] { $n } Services
    }
ui-and-more = and { $n } more

ui-computing = Simulating …
ui-not-yet = Cannot be simulated yet: { $why }

ui-section-pools = Cluster & pools
ui-brief = { $strategy }, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-section-pools-note = { $pools ->
        [one] 1 pool
       *[other] { $pools } pools
    }, { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-section-workloads = Workloads & budgets
ui-section-workloads-note = { $workloads ->
        [one] 1 workload
       *[other] { $workloads } workloads
    }, { $budgets ->
        [one] 1 budget
       *[other] { $budgets } budgets
    }
ui-section-actions = Actions
ui-section-actions-note = { $n ->
        [one] 1 action
       *[other] { $n } actions
    }
ui-section-assumptions = Assumptions
ui-section-assumptions-note = seed { $seed }
ui-no-pools = The scenario has no pools.
ui-pool = Pool
ui-strategy = Strategy
ui-strategy-not-built = { $strategy } is not simulated yet
ui-use-standard = Use a standard policy
ui-fixed-autopilot = Autopilot clusters are always upgraded by surge; nobody chooses.
ui-fixed-multi-host = One slice of several TPU hosts: all of it is upgraded at once, whatever is set.
ui-fixed-managed = Autopilot manages this pool: it is upgraded by surge, and its settings cannot be changed.
ui-fixed-flex-start = Flex-start VMs always have short-lived upgrades: nobody is drained, and nodes go when their life is over. There is nothing to set.
ui-fixed-short-lived = GKE chooses short-lived upgrades by itself: nobody is drained, and nodes go when their life is over. There is nothing to set.
ui-batch-size-field = Batch size
ui-batch-unit = Batch size as
ui-batch-in-nodes = nodes
ui-batch-in-parts = part of the pool
ui-batch-soak-field = Batch soak
ui-pool-soak-field = Pool soak
ui-comes = Blue-green, standard policy
ui-comes-batches-name = Batches
ui-comes-no-batches = none: size 0 skips the drain
ui-comes-batches = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }
ui-comes-batches-part = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }, as { $nodes } × { $part } = { $size }
ui-comes-batches-rounded = { $batches } × { $size }{ $rest ->
        [0] { "" }
       *[other] { " " }and 1 of { $rest }
    }, as { $nodes } × { $part } rounds down
ui-comes-batches-least = { $batches } × { $size }, as { $nodes } × { $part } rounds down, but to 1 at least
ui-comes-soak-name = Soak
ui-comes-soak = { $pool } + { $batches } × { $soak } = { $all } s
ui-comes-peak-name = Nodes
ui-comes-peak = { $peak } at the peak{ $room ->
        [none] { "" }
       *[other] , room for { $room }
    }
ui-comes-cut-name = Limit
ui-comes-cut = after { $soak } blue is deleted{ $nodes ->
        [0] , the rest of the soak is cut off
        [one] , 1 node undrained
       *[other] , { $nodes } nodes undrained
    }
ui-documented-settings = Documented settings
ui-about-surge = About surge upgrades
ui-trade-offs = What it trades off
ui-surge-is-for = What it is good for
ui-during-a-run = While it runs
ui-max-surge = Max surge
ui-max-unavailable = Max unavailable
ui-nodes-per-zone = Nodes per zone
ui-machine-type = Machine type
ui-target-version = Target version
ui-pdb-timeout = Budgets respected for
ui-drain-grace = Longest grace
ui-no-upgrade = Nothing upgrades this pool
ui-upgrade-now = Upgrade at 0 s
ui-derived = The whole cluster has { $low } to { $high } registered nodes during the run. Of this pool { $slots ->
        [one] 1 is
       *[other] { $slots } are
    } upgraded at once in a zone.
ui-less = { $name }: less
ui-more = { $name }: more
ui-no-workloads = The scenario has no workloads.
ui-budgets = Budgets
ui-bound-of = Bound of { $name }
ui-replicas = Replicas
ui-ready-after = Ready after
ui-start-after = Starts within
ui-grace = Grace, seconds
ui-cpu = CPU request
ui-memory = Memory request
ui-assumptions-lead = No document fixes these times: they are assumptions. One value, or p10, p50 and p90.
ui-node-create = Boot a node
ui-node-delete = Delete a VM
ui-cordon-time = From cordon to drain
ui-control-plane-time = Control plane, one replica
ui-pod-start = Start a Pod
ui-image-pull = Pull an image
ui-ready = Become ready
ui-shutdown = Shut down
ui-range-of = { $name } as p10, p50 and p90
ui-seed = Seed
ui-node-order = Order of nodes
ui-order-shuffled = by seed
ui-order-listed = as listed
ui-no-actions = Nobody does anything during the run.
ui-when = When: { $what }
ui-remove = Remove: { $what }
ui-action = Action
ui-action-target = What it is about
ui-at-playhead = At the playhead
ui-spare-nodes = VMs beyond those of the start
ui-do-upgrade = Upgrade
ui-do-cancel = Cancel
ui-do-resume = Resume
ui-do-rollback = Roll back
ui-do-cordon = Cordon
ui-do-uncordon = Uncordon
ui-do-drain = Drain
ui-do-quota = Quota
ui-do-stockout = Stockout
ui-do-open = Window opens
ui-do-close = Window closes

ui-stage = Stage
ui-grid = Zones and nodes
ui-grid-zone = { $name }: { $words }
ui-grid-nodes = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }
ui-grid-node = { $name }: { $state }. { $line }. { $version }, { $pods ->
        [one] 1 Pod
       *[other] { $pods } Pods
    }
ui-grid-pods = Pods of { $node }
ui-grid-pod = { $name }: { $state }
ui-legend = Legend
ui-sight = What is seen of the stage
ui-sight-in = Zoom in
ui-sight-out = Zoom out
ui-sight-all = See the whole stage
ui-look-blocked = blocked: an eviction is refused
ui-look-draining = draining
ui-look-cordoned = cordoned, no new Pods
ui-look-starting = starting
ui-look-recreating = being recreated
ui-look-deleting = being deleted
ui-look-ready-new = ready, upgraded
ui-look-ready-old = ready, not upgraded
ui-look-not-ready = not ready
ui-shape-circle = Deployment and the like
ui-shape-square = StatefulSet
ui-shape-diamond = Job
ui-shape-triangle = DaemonSet
ui-shape-ring = Pod without a controller
ui-life-ready = ready
ui-life-not-ready = running, not ready
ui-life-starting = starting
ui-life-terminating = terminating
ui-life-pending = pending
ui-life-held = { $state }, eviction refused
ui-life-refused = eviction refused
ui-pending = Pending
ui-nothing-pending = Every Pod has a node
ui-outside = Outside

ui-inspector = Inspector
ui-tab-why = Why?
ui-tab-findings = Findings
ui-tab-story = Story
ui-kind-cluster = Cluster
ui-kind-pool = Node pool
ui-kind-zone = Zone
ui-kind-node = Node
ui-kind-pod = Pod
ui-kind-workload = Workload
ui-kind-budget = Disruption budget
ui-kind-service = Service
ui-why-nothing = Nothing holds it back.
ui-why-select = Nothing is selected, so this is the pool. Choose a node, a Pod, a zone, a bar or a row of the log to ask about it.
ui-why-same = The same for { $name } { $value }
ui-why-besides = Also holds
ui-rule-source = Source: { $title }.
ui-rule-reading = A reading of ours: the documentation is silent here.
ui-why-not-yet = Not there at this time.
ui-chain = How it came
ui-copy = Copy: { $text }
ui-log = Event log
ui-log-filter = Filter: a name, blocked
ui-log-filter-name = Filter the stage and the event log
ui-log-passing = { $sofar } of { $events ->
        [one] 1 event
       *[other] { $events } events
    } so far and { $nodes } of { $of } nodes match
ui-states = Nodes by state
ui-states-hint = A replacement takes the cell of the node that it replaces. Nodes that are still extra stand at the end.
ui-states-now = Nodes registered
ui-states-peak = Peak
ui-states-upgraded = Upgraded
ui-states-halves = Blue and green nodes have cells of their own. In other pools a replacement takes the cell of the node that it replaces.
ui-states-done = Upgraded, old node gone
ui-log-empty = Nothing has happened yet.
ui-log-none = Nothing fits the filter.
ui-checks = Checks
ui-no-findings = The checks have nothing to say.
ui-standing = Still waiting at the end
ui-outcome-sub = After { $for }, at { $at }
ui-outcome-sub-later = After { $for }, at { $at }; last event at { $last }
ui-outcome-unfinished = For { $for }; last event at { $last }
ui-shortfalls = Too few Pods ready
ui-shortfalls-forced = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } forced out against a disruption budget, the first
ui-shortfalls-lost = { $n ->
        [one] 1 Pod that nobody brings back is
       *[other] { $n } Pods that nobody brings back are
    } lost
ui-shortfalls-unplaced = { $n ->
        [one] 1 Pod is
       *[other] { $n } Pods are
    } without a node at the end
ui-at = at
ui-from = from
ui-since = since { $at }, for { $for }
ui-sum-nodes = Nodes: start, range, end
ui-sum-in-progress = Nodes upgraded at once (max)
ui-sum-upgraded = Nodes upgraded
ui-sum-evictions = Evictions
ui-sum-preempted = Pods preempted
ui-sum-forced = Pods forced out
ui-sum-violations = Of them against a budget
ui-sum-lost = Pods lost
ui-sum-pending = Pods pending (max)
ui-sum-blocked = Drains blocked
ui-sum-waited = Waited for resources

ui-timeline = Timeline
ui-lanes = Lanes of the timeline
ui-playhead = Playhead
ui-slider-value = { $at }, { $state }
ui-true-scale = True scale
ui-quiet = { $for } quiet
ui-lane-utc = UTC
ui-lane-openings = Calendar
ui-lane-batches = { $pools ->
        [one] Batches
       *[other] Batches { $pool }
    }
ui-lane-blue = { $pools ->
        [one] B Blue pool
       *[other] B Blue { $pool }
    }
ui-lane-green = { $pools ->
        [one] G Green pool
       *[other] G Green { $pool }
    }
ui-lane-blue-then-green = { $pools ->
        [one] B, then G
       *[other] B, then G { $pool }
    }
ui-lane-green-then-blue = { $pools ->
        [one] G, then B
       *[other] G, then B { $pool }
    }
ui-note-half = { $all ->
        [0] no nodes
       *[other] { $cordoned ->
            [0] { $ready } of { $all } ready
           *[other] { $cordoned } of { $all } cordoned
        }
    }
ui-batch-drain = batch { $batch } drains
ui-batch-soak = soak { $lasts }
ui-batch-pool-soak = pool soak { $lasts }
ui-batch-paused = paused
ui-phase-paused = paused in { $phase }
ui-lane-control-plane = Control plane
ui-replica = replica { $replica } of { $of }
ui-lane-phase = Phase { $pool }
ui-lane-nodes = Nodes
ui-lane-ready = { $name } ready
ui-lane-breach = below the budget's floor
ui-lane-events = Events
ui-note-nodes = { $now } now, { $low } to { $high }
ui-note-ready = { $ready } of { $of }
ui-note-floor = { $ready } of { $of }, floor { $floor }
ui-more-fields = More fields
ui-hint-bar = { $name }: { $state }, { $from } to { $to }
ui-hint-chart = { $title } at { $at }: { $value }
ui-hint-events = { $said }. In all: { $kinds }.
ui-bin-created = { $n } created
ui-bin-cordoned = { $n } cordoned
ui-bin-evicted = { $n } evicted
ui-bin-blocked = { $n } blocked
ui-bin-forced = { $n } forced
ui-bin-deleted = { $n } deleted
ui-bin-phase = { $n ->
        [one] 1 phase
       *[other] { $n } phases
    }
ui-bin-operation = { $n ->
        [one] 1 operation
       *[other] { $n } operations
    }
ui-hint-event = { $at } { $name }: { $fact }{ $more ->
        [0] { "" }
       *[other] {" "}and { $more } more
    }
ui-hint-phase = { $title }: { $state }, { $from } to { $to }
ui-note-zone = { $new } of { $all } upgraded
ui-run-idle = idle
ui-run-queued = waits for its turn or its window
ui-run-running = upgrading
ui-run-waiting = waits for resources
ui-run-paused = paused by its window
ui-run-cancelling = cancelling
ui-run-cancelled = cancelled
ui-run-rolling-back = rolling back
ui-run-succeeded = done
ui-run-rolled-back = rolled back
ui-run-failed = failed

ui-transport = Transport
ui-play = Play
ui-pause = Pause
ui-speed = Speed
ui-speed-auto = Speed auto, 45 s
ui-speed-seconds = { $n } s a second
ui-speed-minutes = { $n } min a second
ui-speed-hours = { $n } h a second
ui-stat-nodes = nodes now / peak
ui-stat-evictions = evictions
ui-stat-forced = forced
ui-stat-blocked = blocked
ui-stat-ends = run ends
ui-stat-over = upgrade ends
ui-stat-so-far = computed so far
ui-stat-of-run = of the run
ui-stat-stale = Last good run
ui-stat-stale-note = not of this scenario
ui-findings-stale = Of the last good run: the scenario as it is now cannot be run.

ui-help-lead = Keys work while the focus is in the simulator and in no field.
ui-single-keys = Single-key shortcuts
ui-model-lead = A forecast, not a promise: the order of nodes is undefined and follows the seed, and boot, pull and readiness times are assumptions you can change.
key-space = Space
key-shift = Shift
key-page-up = Page up
key-page-down = Page down
key-play = Play or pause
key-next-event = Next event
key-previous-event = Previous event
key-next-phase = Next phase
key-previous-phase = Previous phase
key-tick = One second on
key-tick-back = One second back
key-next-marker = Next marker
key-previous-marker = Previous marker
key-start = Start
key-end = End
key-tenth = Jump to 0 % … 90 % of the run
key-faster = Faster
key-slower = Slower
key-loop = Loop what is seen or marked
key-fit = Fit the selection
key-fit-all = Fit the whole run
key-why = Why?
key-filter = Filter the stage and the event log
key-undo = Undo
key-redo = Redo

# Palette, menus and further commands
ui-paper = This run on paper
ui-range = Marked range
ui-range-fit = Zoom to the range
ui-range-clear = Clear the range
ui-paper-at = At { $at } UTC, { $date }
ui-grid-pending = { $n ->
    [one] 1 Pod pending
   *[other] { $n } Pods pending
  }
ui-grid-held = { $pod }: { $why }
ui-slider-left = { $at }, { $state }, { $n ->
    [one] 1 node left
   *[other] { $n } nodes left
  }
ui-slider-blocked = drain blocked
ui-line-select = Select { $name }
ui-line-why = Why is { $name } as it is?
ui-line-filter = Filter the log to { $name }
ui-line-zoom = Zoom to { $name }
ui-line-copy = Copy the name { $name }
ui-line-go = Go to { $at }
ui-line-after = { $for } after the start
ui-line-now = { $at }, now
ui-line-ago = { $at }, { $for } ago
ui-line-in = { $at }, in { $for }
ui-palette = Command palette
ui-palette-search = Search commands, nodes, Pods, events and times
ui-palette-results = Results
ui-palette-count = { $found } of { $of } commands, names and events
ui-palette-suggested = Suggested
ui-palette-subjects = Nodes, Pods and what they belong to
ui-palette-moments = Go to
ui-palette-commands = Commands
ui-palette-rules = Rules of this run
ui-palette-changes = Change and run again
ui-node-blocked = drain blocked
ui-node-draining = draining
ui-node-upgraded = ready, upgraded
ui-line-apply = Apply: { $edit }
ui-palette-times = Times
ui-palette-uses = { $n ->
    [one] used once
   *[other] used { $n } times; to the first
  }
ui-palette-nothing = Nothing fits. Type less of it, or begin with > for commands, @ for nodes and Pods, # for rules, : for times.
ui-palette-no-time = No such time in this run. Type 02:17, +17:50, 90s or 40%.
ui-palette-move = move
ui-palette-run = run
ui-palette-close = close
ui-also-import = gcloud kubectl terraform hcl yaml json manifest dump paste open file load
ui-also-share = export gcloud terraform yaml json csv svg png picture link download save copy
ui-also-findings = stuck blocked checks warnings problems outcome summary report
ui-also-why = stuck blocked reason explain cause
ui-also-setup = settings edit strategy surge budget assumptions
ui-also-help = keyboard shortcuts about
ui-palette-signs = > commands  @ nodes and Pods  # rules  : times
ui-menu-of = { $name }: what to do
ui-menu-moments = Go to when …
ui-keys-play = Play
ui-keys-move = Move
ui-keys-zoom = Jump and zoom
ui-keys-ask = Ask
ui-keys-page = Page
ui-keys-places = In the stage, the timeline and lists
ui-keys-still = Nothing flashes; with reduced motion, playback goes step by step.
key-mark-from = The range begins here
key-mark-to = The range ends here
key-zoom-in = Zoom in at the playhead
key-zoom-out = Zoom out
key-pan-on = See what is later
key-pan-back = See what is earlier
key-setup = Show or hide the setup
key-theme = Light or dark theme
key-print = Print a page about this run
key-single-keys = Switch single-key shortcuts on or off
key-between = Between zones and nodes
key-stage-zoom = Zoom the stage, at what has the focus
key-stage-move = Move what is seen of the stage
key-into = Into the Pods of a node, and back
key-ask-here = Ask about it
key-menu = What can be done with it
key-leave = Close, or select nothing
key-pointer-zoom = Zoom at the pointer
key-pointer-pan = Move what is seen
key-pointer-range = Mark a range
key-pointer-fit = Fit the whole run
key-wheel = Wheel
key-drag = Drag
key-double = Double-click

## Runs beside one another.

ui-also-compare = side by side difference variant strategy surge blue-green which
ui-more-control = More control over a running upgrade than surge offers, its phases, soak and fast rollback:
ui-more-control-compare = compare with blue-green
ui-compare-title = { $n ->
        [1] One way, one scenario
        [2] Two ways, one scenario
       *[other] Three ways, one scenario
    }
ui-compare-nodes = { $n ->
        [one] 1 node
       *[other] { $n } nodes
    }
ui-compare-seed = seed { $seed }
ui-compare-results = What differs, and which strategy
ui-compare-stale = The scenario has errors: nothing is computed until they are mended. Undo, or leave and mend them in the setup.
ui-compare-no-choice = How these pools are upgraded is not for anybody to choose, so there is nothing to compare with.
ui-compare-by = Cursor by
ui-compare-by-clock = wall clock
ui-compare-by-share = percent done
ui-compare-add = Variant
ui-compare-leave = Leave the comparison
ui-compare-variant = Variant { $variant }: { $name }
ui-compare-own = your scenario
ui-compare-change = Change this variant
ui-compare-take = Open this one
ui-compare-take-short = Open
ui-compare-drop = Remove variant { $variant }
ui-compare-as-is = Your scenario
ui-compare-short-as-is = your scenario
ui-compare-mixed = each pool in its own way
ui-compare-pool = { $pool }: { $how }
ui-compare-short-lived = Short-lived
ui-compare-short-short-lived = short-lived
ui-compare-short-lived-settings = nodes end by themselves
ui-compare-surge = Surge { $surge } + { $unavailable }
ui-compare-strategy-surge = Surge
ui-compare-short-surge = surge
ui-compare-surge-settings = maxSurge { $surge }, maxUnavailable { $unavailable }
ui-compare-blue-green = Blue-green
ui-compare-short-blue-green = blue-green
ui-compare-blue-green-settings = { $unit ->
        [nodes] batches of { $batch }
       *[part] batches of { $batch } of the pool
    }, soak { $soak } + { $pool }
ui-compare-done = { $n } % done
ui-compare-percent = { $n } %
ui-compare-share-ruler = Percent done
ui-compare-heard = Variant { $variant }: { $n } % done
ui-compare-heard-at = Variant { $variant }: { $at }
ui-compare-stat-done = of { $variant } done
ui-compare-stat-at = in { $variant }
ui-compare-computing = Computing …
ui-compare-wrong-nodes = A whole number of nodes, 1 or more
ui-compare-wrong-part = A part of the pool, more than 0 and at most 1, such as 0.25
ui-compare-wrong-soak = A duration, such as 600s or 10m
ui-compare-long-soak = At most { $most }: GKE does not soak longer
ui-compare-wrong = These settings cannot be used
ui-compare-too-large = More than { $n } records: runs as long as that are not compared.
ui-compare-crashed = The simulation broke off; this is a defect of Nodetide.
ui-compare-differs = What differs
ui-compare-lower-note = the lower number of the row; lower is not always better
ui-compare-unlike-note = No number is marked as lower: not all of these upgrades succeed.
ui-compare-outcome = Outcome
ui-compare-succeeded = succeeded
ui-compare-rolled-back = rolled back
ui-compare-cancelled = cancelled
ui-compare-paused = paused
ui-compare-limit = limit reached
ui-compare-stuck = stuck
ui-compare-failed = failed
ui-compare-idle = no upgrade
ui-compare-lower = lower:
ui-compare-what = What
ui-compare-show = Show the records that it is made of
ui-compare-of = { $n } of { $of }
ui-compare-within = { $n }, quota { $quota }
ui-compare-duration = Duration
ui-compare-luck = p50 – p90 of { $runs } seeds
ui-compare-luck-note = Each way under the same seeds: half of the runs, and 9 of 10, take no longer than this
ui-compare-luck-is = { $half } – { $most }
ui-compare-luck-never = not completed
ui-compare-windows = Windows used
ui-compare-drained = Last node drained after
ui-compare-nodes-max = Most nodes
ui-compare-nodes-min = Fewest nodes
ui-compare-extra = Extra node-hours
ui-compare-node-hours = Node-hours
ui-compare-evictions = Evictions
ui-compare-forced = Forced kills
ui-compare-moves = Moves per Pod, mean
ui-compare-moves-max = Moves per Pod, most
ui-compare-moved-again = Pods moved more than once
ui-compare-ready = Fewest ready { $name }
ui-compare-blocked = Held back by budgets
ui-compare-records = { $what } of { $variant }, { $name }: { $n ->
        [one] 1 record
       *[other] { $n } records
    }
ui-compare-no-records = Nothing in the run changes it: the scenario begins with it.
ui-compare-none = There were none.
ui-compare-more = and { $n } more
ui-compare-which = Which strategy?
ui-compare-trade-offs = Four trade-offs, filled from these runs
ui-compare-speed = Speed
ui-compare-speed-note = until all nodes are new
ui-compare-speed-is = { $took }
ui-compare-speed-both = { $drained } to move all, { $took } to the end
ui-compare-speed-not = { $outcome }, after { $took }
ui-compare-disruption = Disruption
ui-compare-disruption-note = moves, lowest ready
ui-compare-disruption-is = { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, all stay ready
ui-compare-disruption-down = { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, { $name } down to { $ready } of { $of }
ui-compare-risk = Risk
ui-compare-risk-note = if it is cancelled and rolled back halfway
ui-compare-back = { $took } until all is as before, from { $at }
ui-compare-back-nothing = no pool is upgraded
ui-compare-back-no-way = this strategy has no way back
ui-compare-back-never = the way back from { $at } does not come to its end
ui-compare-back-unknown = could not be computed
ui-compare-cost = Cost
ui-compare-cost-note = extra node-hours, peak
ui-compare-cost-is = { $extra }, { $more } more { $more ->
        [1] node
       *[other] nodes
    }

## The policy checker.

win-text = Window or policy
win-examples = Examples
win-show-in = Show in
win-zone-other = other zone …
win-empty = There is nothing to read. Paste a window, or choose an example.
win-one-file = These are several files; the checker takes one.
win-large-file = { $name } is larger than 1 MB. Import it in the simulator, or paste the part with the maintenance policy.
win-no-text = { $name } is not a text.
win-suppose = Suppose “{ $rest }”
win-last = What is shown is of the last text that was understood.
win-reading = Reading …
win-kind-gcloud = gcloud command
win-used = { $n ->
        [one] 1 value used
       *[other] { $n } values used
    }
win-used-ignored = { $n ->
        [one] 1 value used
       *[other] { $n } values used
    }, { $m } ignored ({ $names })
win-each = { $hours } each
win-address = The address of this window
win-copy-link = Copy link
win-copied = Copied
win-copy-refused = The browser does not let the page copy.
win-not-understood = It is not clear when this opens.
win-not-understood-lead = GKE refuses the policy as it is; what is wrong stands beside.
win-left-out = { $n ->
        [one] Without the exclusion { $names }, which cannot be read.
       *[other] Without the exclusions { $names }, which cannot be read.
    }
win-stored = Stored in UTC: { $says }
win-open = True open intervals
win-view = View
win-weeks = Weeks
win-month = Month
win-year = Year
win-before = Earlier
win-after = Later
win-to-worst = To the worst stretch
win-to-start = To the start
win-from-day = weeks drawn from { $day }
win-scroll = Calendar
win-grid = { $n } weeks from { $day } on, as a drawing; the same follows as text.
win-year-of = A year from { $day } on: how long it is open each day.
win-key-occurrence = occurrence
win-key-overlap = overlap, { $hours }
win-key-open = open
win-key-unlisted = open on a day you did not list
win-key-frozen = exclusion
win-closed = closed
win-week = Week from { $day } { $from }
win-to = to { $day }
win-worst-from = Worst { $days } days start { $from }: { $hours } open
win-worst-to = and end { $to }
win-stop = .
win-worst-text = The worst { $days } days begin { $from }: { $hours } open.
win-frozen = exclusion { $name }
win-clocks = clocks { $by }
win-notes = What else is good to know
win-traps = Traps
win-no-trap = No trap
win-no-other-trap = No other trap
win-no-overlap = Occurrences do not run into one another.
win-no-first = The start is a listed day.
win-no-far = The end is not years away.
win-no-shift = The days are the same in the zone that is shown.
win-side = Verdict
win-verdict = Verdict
win-accepted = Accepted
win-accepted-but = Accepted, but { $trap }
win-refused = Not accepted
win-enough = The worst { $days } days, from { $from } on, have { $hours } that count.
win-too-little = The worst { $days } days, from { $from } on, have only { $hours } that count.
win-worst-days = Worst { $days } days
win-needs = { $hours }, needs 48
win-edition = Rules of
win-edition-says = 48 h in any { $days } days, in pieces of 4 h or more; No upgrades for { $freeze } days at most (ed. { $name }).
win-channel = The cluster is in a release channel
win-fix = Fix it
win-fix-worst = Accepted. Worst 32 days { $seed }, worst 92 days { $current }.
win-use = Use
win-use-name = Use: { $text }
win-next = Next 10 openings
win-from = from
win-today = Today by the clock of this browser, 00:00 UTC.
win-from-said = As on { $day }, 00:00 UTC.
win-ics = ICS
win-ics-title = Save the openings of a year for a calendar program
win-never = It does not open within a year.
win-opens = Opens, { $zone }
win-closes = Closes, { $zone }
win-length = Length
win-no-end = not in a year
win-copy = Copy as
win-copy-as = Copy as { $form }
## The maintenance calendar

ui-tab-maintenance = Maintenance
ui-calendar = Maintenance calendar
ui-window = Window
ui-days = Mo Tu We Th Fr Sa Su
ui-weekdays = Monday Tuesday Wednesday Thursday Friday Saturday Sunday
ui-mw-none = none
ui-mw-daily = daily
ui-mw-recurring = recurring
ui-mw-note = { $window ->
        [none] no window
       *[other] { $window }
    }, { $n ->
        [one] 1 exclusion
       *[other] { $n } exclusions
    }
ui-mw-zone = Time zone of this form
ui-mw-at = Opens at
ui-mw-for = Stays open
ui-mw-days = Opens on, your days
ui-mw-rule = Rule
ui-mw-rule-only = The switches cannot say this rule.
ui-mw-stored = Stored in UTC
ui-mw-limits = Channel and limits
ui-mw-templates = Templates
ui-edition = Edition of the limits
ui-edition-is = { $name }: 48 h in { $days } d, No upgrades { $freeze } d, { $years }
ui-channel = Release channel
ui-end-of-support = End of support
ui-no-upgrades = No upgrades
ui-no-minor = No minor
ui-no-minor-node = No minor/node
ui-ex-title = Exclusions
ui-ex-counted = { $freezes } of 3 No upgrades, { $all } of 20
ui-ex-add = Add exclusion
ui-ex-name = { $name }, { $scope }, { $days }. Arrows move it, with Shift its end.
ui-ex-named = Name
ui-ex-from = From
ui-ex-to = To, included
ui-ex-scope = Scope
ui-ex-until = Until end of support
ui-ex-remove = Remove { $name }
ui-ex-on = on
ui-ex-over = over
ui-ex-ahead = ahead
ui-ev-title = Plan an event
ui-ev-first = First day
ui-ev-last = Last day
ui-ev-add = Exclude it
ui-ev-lead = From 7 days before, until it is over.
ui-cal-cluster = Cluster
ui-cal-calendar = Calendar
ui-cal-month = Month
ui-cal-quarter = 3 months
ui-cal-year = Year
ui-cal-reach = What is shown
ui-cal-zone = Time zone
ui-cal-before = A month back
ui-cal-after = A month on
ui-cal-date = { $day } { $year }
ui-cal-days = { $from } to { $to }
ui-cal-dst = { $day }: clocks { $by }
ui-cal-eos = end of support { $minor }, { $day }
ui-cal-worst = Worst { $n } days
ui-cal-worst-is = worst { $n } days: { $from } to { $to }, { $open } open
ui-cal-changes = Changes
ui-cal-allowed = { $n } of { $of } allowed
ui-cal-available = Available
ui-cal-open = window
ui-cal-excluded = window, but excluded
ui-cal-hint = Drag over days, or Shift, arrows and Enter: an exclusion.
ui-cal-included = Last days are included
ui-cal-stale = The policy cannot be read; this is the last one that could.
ui-cal-always = No window: work may start at any time.
ui-cal-always-but = No window: work may start at any time, but for what { $names } keeps out.
ui-cal-always-not = No window, but no upgrade starts: { $names }.
ui-cal-open-until = The window is open until { $at }.
ui-cal-opens = The next window opens { $at }.
ui-cal-never = No window opens any more.
ui-cal-frozen = No upgrades today.
ui-cal-waits = { $what }, due today, waits { $n } d: { $names } first, then the window of { $starts }.
ui-mx-all = { $day }: all may start
ui-mx-some = { $day }: some may start
ui-mx-none = { $day }: nothing may start
ui-mx-sub = scope × change at the playhead
ui-mx-cp = control plane
ui-mx-nodes = nodes
ui-mx-minor = minor
ui-mx-patch = patch
ui-mx-vm = VM
ui-mx-active = { $names }, active
ui-mx-inactive = not active
ui-mx-unset = none set
ui-mx-now = Now, together
ui-mx-any = any blocks
ui-mx-shut = and no window is open
ui-mx-allowed = allowed
ui-mx-blocked = blocked
ui-mx-dated = { $n ->
        [one] 1 dated change
       *[other] { $n } dated changes
    }
ui-mx-no-dated = The script has no automatic upgrade. What somebody starts by hand waits for no window.
ui-mx-runs = runs { $at }
ui-mx-until = { $names }, to { $at }
ui-mx-never = no window in sight
ui-mx-times = Times in { $zone }; the first open window after the last blocker.
ui-mx-cp-minor = CP minor
ui-mx-cp-patch = CP patch
ui-mx-cp-vm = CP disruption
ui-mx-node-minor = node minor
ui-mx-node-patch = node patch
ui-mx-node-vm = VM disruption
ui-av-title = Open time, worst { $n } days
ui-av-is = { $open }, needs { $need }
ui-av-just = Just enough.
ui-av-more = { $n } more than needed.
ui-av-less = { $n } too little.
ui-fit-title = Fits the window?
ui-fit-lead = By arithmetic. A run knows drains, budgets, quotas and exclusions as well.
ui-fit-ran-lead = p10, p50 and p90 are fast, middling and slow machines and Pods. Each pool is run alone, upgraded by GKE itself after its control plane, under { $seeds } seeds.
ui-fit-run = Find out by running it
ui-fit-stop = Stop
ui-fit-again = Go on
ui-fit-running = { $done } of { $of } runs
ui-fit-ran = windows, by running
ui-fit-over = done
ui-fit-never = never
ui-fit-slow = { $n ->
    [one] On slow machines it is done { $at }, in one window.
   *[other] On slow machines it is done { $at }, in { $n } windows.
}
ui-fit-slow-never = On slow machines it does not come to its end within 400 days after it is due.
ui-fit-surge = maxSurge { $n } is enough for one window.
ui-fit-surge-never = Not even maxSurge { $n } is enough for one window.
ui-fit-surge-tries = Looking for a maxSurge that is enough …
ui-fit-hours = Windows of { $n } h are enough.
ui-fit-hours-never = Not even windows of { $n } h are enough.
ui-fit-hours-tries = Looking for windows that are long enough …
ui-fit-set = Set it
ui-fit-too-large = More than { $n } records: a run as long as that is not repeated.
ui-fit-boot = boot time
ui-fit-node = a node, { $grace } s grace
ui-fit-window = nodes a window, { $window }
ui-fit-windows = windows for { $n } nodes
