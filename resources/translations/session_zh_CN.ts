<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AdvancedCheck</name>
    <message>
        <source>With both set, the search over the graph measures %1 candidates, whatever the budget says</source>
        <translation>两项都填写时，图搜索固定测量 %1 个候选，与预算无关</translation>
    </message>
    <message>
        <source>“%1” is neither a rewrite rule nor a group of them. %2</source>
        <translation>“%1”既不是改写规则，也不是规则组。%2</translation>
    </message>
    <message>
        <source>“%1” is not rows x columns, for example 2x1</source>
        <translation>“%1”不是“行x列”的形式，例如 2x1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>nodes, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Name the nodes: a name, a scope, or a pattern with *</source>
        <translation>请指明节点：名称、作用域，或带 * 的模式</translation>
    </message>
    <message>
        <source>“%1”: say what they are for, a layout, or precisions</source>
        <translation>“%1”：请填写用途、布局或数值精度</translation>
    </message>
</context>
<context>
    <name>BestCurve</name>
    <message>
        <source>Best so far</source>
        <translation>当前最优</translation>
    </message>
    <message>
        <source>The curve starts with the first measured candidate.</source>
        <translation>测得第一个候选后曲线开始出现。</translation>
    </message>
    <message>
        <source>Measured candidates</source>
        <translation>已测候选</translation>
    </message>
    <message>
        <source>Best time / original&apos;s</source>
        <translation>最优耗时 / 原始模型</translation>
    </message>
</context>
<context>
    <name>EngineWords</name>
    <message>
        <source>; </source>
        <comment>between reasons</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1%2. %3</source>
        <comment>failure, where, remedy</comment>
        <translation>%1%2。%3</translation>
    </message>
    <message>
        <source> (%1)</source>
        <comment>where it failed</comment>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, said of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>failure, remedy</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>failure, remedy</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>FieldReading</name>
    <message>
        <source>“%1” is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>Must be from %1 to %2, not %3</source>
        <translation>必须在 %1 到 %2 之间，而不是 %3</translation>
    </message>
    <message>
        <source>Must be a whole number, not %1</source>
        <translation>必须是整数，而不是 %1</translation>
    </message>
    <message>
        <source>“%1” is unknown; possible are: %2</source>
        <translation>“%1”未知；可用的有：%2</translation>
    </message>
</context>
<context>
    <name>FormRows</name>
    <message>
        <source>✕ %1</source>
        <comment>error beneath a field</comment>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>ⓘ %1</source>
        <comment>hint beneath a field</comment>
        <translation>ⓘ %1</translation>
    </message>
</context>
<context>
    <name>MigrationCheck</name>
    <message>
        <source>Choose the model to adapt</source>
        <translation>请选择要迁移的模型</translation>
    </message>
    <message>
        <source>There is no such device here: all times will be simulated, accuracy is real</source>
        <translation>本机没有该设备：所有时间均为仿真值，精度为真实值</translation>
    </message>
    <message>
        <source>“%1” is no metric</source>
        <translation>“%1”不是指标</translation>
    </message>
    <message>
        <source>The same objective is named twice</source>
        <translation>同一目标出现了两次</translation>
    </message>
    <message>
        <source>Choose what to optimize</source>
        <translation>请选择优化目标</translation>
    </message>
    <message>
        <source>“%1” is not name=size, for example batch=1</source>
        <translation>“%1”不是“名称=大小”的形式，例如 batch=1</translation>
    </message>
    <message>
        <source>Name the program that judges a model</source>
        <translation>请填写用于评估模型的程序</translation>
    </message>
    <message>
        <source>This metric needs validation data with labels</source>
        <translation>该指标需要带标签的验证数据</translation>
    </message>
    <message>
        <source>The same data as calibration: validate on data that calibration never sees</source>
        <translation>与校准数据相同：请使用校准时未见过的数据进行验证</translation>
    </message>
    <message>
        <source>Without data, int8 is calibrated on random values: its accuracy says little</source>
        <translation>没有数据时，int8 用随机值校准，其精度参考价值有限</translation>
    </message>
    <message>
        <source>“%1” is no duration; write for example 90s, 10m or 1h30m</source>
        <translation>“%1”不是时长；请写成 90s、10m 或 1h30m 这样的形式</translation>
    </message>
    <message>
        <source>Give a seed, so that the search can be repeated</source>
        <translation>请填写随机种子，以便复现搜索</translation>
    </message>
    <message>
        <source>Must be a whole number from 0, not “%1”</source>
        <translation>必须是不小于 0 的整数，而不是“%1”</translation>
    </message>
    <message>
        <source>Name the folder for the session</source>
        <translation>请填写会话文件夹</translation>
    </message>
    <message>
        <source>Holds a session already; open it to resume, or choose another name</source>
        <translation>其中已有会话；可打开它继续，或换一个名称</translation>
    </message>
    <message>
        <source>Is not empty; choose a new folder</source>
        <translation>文件夹非空；请选择新的文件夹</translation>
    </message>
    <message>
        <source>Is a file; choose a new folder</source>
        <translation>这是一个文件；请选择新的文件夹</translation>
    </message>
    <message>
        <source>%1 exists and will be replaced</source>
        <translation>%1 已存在，将被替换</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>%1 is a folder; choose the ONNX file in it</source>
        <translation>%1 是文件夹；请选择其中的 ONNX 文件</translation>
    </message>
    <message>
        <source>The model leaves sizes open: %1. Give each a size, for example %2=64</source>
        <translation>模型有未定的维度：%1。请为每个维度指定大小，例如 %2=64</translation>
    </message>
    <message>
        <source>The model leaves no size “%1” open</source>
        <translation>模型没有名为“%1”的未定维度</translation>
    </message>
    <message>
        <source>This model has data of its own: Samples, or its deployment.yaml, fills them in. Without data, int8 is calibrated on random values</source>
        <translation>该模型自带数据：通过“示例”或其 deployment.yaml 可自动填入。没有数据时，int8 用随机值校准</translation>
    </message>
    <message>
        <source>Choose a device or a hardware profile</source>
        <translation>请选择设备或硬件档案</translation>
    </message>
</context>
<context>
    <name>NumberWords</name>
    <message>
        <source>Latency, median</source>
        <translation>延迟（中位数）</translation>
    </message>
    <message>
        <source>Latency, p90</source>
        <translation>延迟（p90）</translation>
    </message>
    <message>
        <source>Latency, p95</source>
        <translation>延迟（p95）</translation>
    </message>
    <message>
        <source>Latency, p99</source>
        <translation>延迟（p99）</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Energy per request</source>
        <translation>单次请求能耗</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型大小</translation>
    </message>
    <message>
        <source>Cold start</source>
        <translation>冷启动</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>datasheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>set by the user</source>
        <translation>用户设定</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>学习所得</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>%1 [%2, %3]</source>
        <comment>value [low, high]</comment>
        <translation>%1 [%2, %3]</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 times as fast %2</source>
        <comment>factor, interval</comment>
        <translation>速度为 %1 倍 %2</translation>
    </message>
    <message>
        <source>%1 times as slow %2</source>
        <comment>factor, interval</comment>
        <translation>耗时为 %1 倍 %2</translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation>未见差异</translation>
    </message>
    <message>
        <source>no difference shown %1</source>
        <comment>interval</comment>
        <translation>未见差异 %1</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>too unsteady to be used</source>
        <translation>波动过大，不可用</translation>
    </message>
    <message>
        <source>rough: the machine was busy</source>
        <translation>粗略：机器有其他负载</translation>
    </message>
</context>
<context>
    <name>ReportWords</name>
    <message>
        <source>%1 times as fast as the original</source>
        <translation>速度为原始模型的 %1 倍</translation>
    </message>
    <message>
        <source>Adapted to meet the limits</source>
        <translation>已适配以满足约束</translation>
    </message>
    <message>
        <source>No candidate meets the limits</source>
        <translation>没有候选满足约束</translation>
    </message>
    <message>
        <source>Keep the original: adapting is not worth it here</source>
        <translation>保留原始模型：此处不值得适配</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>One request takes %1 % of the time that the original takes</source>
        <translation>单个请求耗时为原始模型的 %1 %</translation>
    </message>
    <message>
        <source>One request takes %1 % of the time that the original takes (between %2 and %3 %, with 95 % confidence)</source>
        <translation>单个请求耗时为原始模型的 %1 %（95 % 置信区间为 %2 至 %3 %）</translation>
    </message>
    <message>
        <source>One request takes %1 % of the time that the original takes (between %2 and %3 %, by the model&apos;s own uncertainty), as predicted for this device</source>
        <translation>按对该设备的预测，单个请求耗时为原始模型的 %1 %（按模型自身的不确定性，在 %2 至 %3 % 之间）</translation>
    </message>
    <message>
        <source>the original with the best options set by hand takes %1 %</source>
        <translation>手工设置最佳选项的原始模型为 %1 %</translation>
    </message>
    <message>
        <source>%1 is %2, as before</source>
        <translation>%1 为 %2，与之前相同</translation>
    </message>
    <message>
        <source>%1 is %2, it was %3</source>
        <translation>%1 为 %2，之前为 %3</translation>
    </message>
    <message>
        <source>Fidelity is %1</source>
        <translation>保真度为 %1</translation>
    </message>
    <message>
        <source>a fall by %1 point is accepted</source>
        <translation>允许下降 %1 个百分点</translation>
    </message>
    <message>
        <source>a fall by %1 points is accepted</source>
        <translation>允许下降 %1 个百分点</translation>
    </message>
    <message>
        <source>There is no device for this profile here: every time, memory and throughput figure comes from the analytic model of the profile</source>
        <translation>本机没有该档案对应的设备：所有耗时、内存和吞吐量数值均来自该档案的解析模型</translation>
    </message>
    <message>
        <source>Accuracy is real</source>
        <translation>精度为真实值</translation>
    </message>
    <message>
        <source>it was computed on this machine</source>
        <translation>在本机计算得出</translation>
    </message>
    <message>
        <source>Decision: %1</source>
        <translation>决策：%1</translation>
    </message>
    <message>
        <source>Limits in conflict: %1</source>
        <translation>相互冲突的约束：%1</translation>
    </message>
    <message>
        <source>%1 is %2 of the original&apos;s, predicted or simulated in part</source>
        <translation>%1 为原始模型的 %2，部分为预测或仿真</translation>
    </message>
    <message>
        <source>%1 is %2 of the original&apos;s</source>
        <translation>%1 为原始模型的 %2</translation>
    </message>
    <message>
        <source>%1 is %2 of it</source>
        <translation>%1 为其 %2</translation>
    </message>
    <message>
        <source>%1 cannot be told from %2 and changes less, so it is chosen</source>
        <translation>%1 与 %2 无法区分且改动更少，因此选定它</translation>
    </message>
    <message>
        <source>A fresh interleaved run says: %1</source>
        <translation>全新的交替运行表明：%1</translation>
    </message>
    <message>
        <source>The best candidate (%1) was %2 in a fresh run: keep the original</source>
        <translation>最佳候选（%1）在全新运行中%2：保留原始模型</translation>
    </message>
    <message>
        <source>No candidate beats the original distinguishably within the limits: adapting is not worth it, keep the original</source>
        <translation>在约束范围内没有候选明显优于原始模型：不值得适配，保留原始模型</translation>
    </message>
    <message>
        <source>There was no candidate to compare with: keep the original</source>
        <translation>没有可比较的候选：保留原始模型</translation>
    </message>
    <message>
        <source>No candidate meets %1</source>
        <translation>没有候选满足 %1</translation>
    </message>
    <message>
        <source>Latency, median</source>
        <translation>延迟（中位数）</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型大小</translation>
    </message>
    <message>
        <source>Fidelity</source>
        <translation>保真度</translation>
    </message>
    <message>
        <source>Accuracy (%1)</source>
        <translation>精度（%1）</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>之前为 %1</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>%1 (unchanged)</source>
        <translation>%1（不变）</translation>
    </message>
    <message>
        <source>%1 (%2 points)</source>
        <translation>%1（%2 个百分点）</translation>
    </message>
    <message>
        <source>The machine was not quiet, so single times and throughputs are rough</source>
        <translation>机器并不空闲，因此单项耗时与吞吐量较粗略</translation>
    </message>
    <message>
        <source>The comparison in the headline is not: both models took turns</source>
        <translation>标题中的比较不受影响：两个模型轮流运行</translation>
    </message>
    <message>
        <source>Original, hand-tuned, adapted</source>
        <translation>原始、手动调优、适配后</translation>
    </message>
    <message>
        <source>Time of one request relative to the original with default options, from runs that took turns on the device</source>
        <translation>单个请求相对于默认选项的原始模型的耗时，来自在设备上轮流进行的运行</translation>
    </message>
    <message>
        <source>Time of one request relative to the original with default options, as the analytic model of the device predicts it</source>
        <translation>单个请求相对于默认选项的原始模型的耗时，由设备的解析模型预测</translation>
    </message>
    <message>
        <source>Shorter is faster</source>
        <translation>越短越快</translation>
    </message>
    <message>
        <source>whiskers are 95 % intervals</source>
        <translation>须线为 95 % 区间</translation>
    </message>
    <message>
        <source>whiskers are the model&apos;s own uncertainty about the ratio, errors that both models share left out</source>
        <translation>须线为模型对该比值自身的不确定性，不计两个模型共有的误差</translation>
    </message>
    <message>
        <source>whiskers are the intervals of the reports</source>
        <translation>须线为各报告中的区间</translation>
    </message>
    <message>
        <source>Hand-tuned is the original model with the best session options that a careful engineer would set</source>
        <translation>手动调优指使用细心的工程师会设置的最佳会话选项的原始模型</translation>
    </message>
    <message>
        <source>time relative to the original</source>
        <translation>相对原始模型的耗时</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>hand-tuned</source>
        <translation>手动调优</translation>
    </message>
    <message>
        <source>adapted</source>
        <translation>适配后</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>latency p50</source>
        <translation>p50 延迟</translation>
    </message>
    <message>
        <source>latency p95</source>
        <translation>p95 延迟</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>model size</source>
        <translation>模型大小</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>%1 (%2 clock)</source>
        <translation>%1（%2 时钟）</translation>
    </message>
    <message>
        <source>against hand-tuned: %1</source>
        <translation>与手动调优相比：%1</translation>
    </message>
    <message>
        <source>absolute numbers: %1</source>
        <translation>绝对数值：%1</translation>
    </message>
    <message>
        <source>NOISY: %1</source>
        <translation>粗略（NOISY）：%1</translation>
    </message>
    <message>
        <source>simulated by a model of the hardware, not measured</source>
        <translation>由硬件模型仿真，非实测</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间花在哪里</translation>
    </message>
    <message>
        <source>Time by operator type, as the runtime executes it after its own fusions, from a separate profiling run</source>
        <translation>按算子类型统计的耗时，为运行时自身融合之后的执行情况，来自单独的剖析运行</translation>
    </message>
    <message>
        <source>Time by operator type, as the analytic model of the device predicts it</source>
        <translation>按算子类型统计的耗时，由设备的解析模型预测</translation>
    </message>
    <message>
        <source>microseconds per request</source>
        <translation>每个请求的微秒数</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消除</translation>
    </message>
    <message>
        <source>What was changed</source>
        <translation>做了哪些改动</translation>
    </message>
    <message>
        <source>dimension %1 fixed to %2</source>
        <translation>维度 %1 固定为 %2</translation>
    </message>
    <message>
        <source>%1 at %2 place</source>
        <translation>%1，共 %2 处</translation>
    </message>
    <message>
        <source>%1 at %2 places</source>
        <translation>%1，共 %2 处</translation>
    </message>
    <message>
        <source>%1 operators to %2</source>
        <translation>%1 个算子改为 %2</translation>
    </message>
    <message>
        <source>session options %1</source>
        <translation>会话选项 %1</translation>
    </message>
    <message>
        <source>session options</source>
        <translation>会话选项</translation>
    </message>
    <message>
        <source>What each change is worth: time when it alone is taken out, relative to the adapted model</source>
        <translation>每项改动的价值：仅去掉该项时相对适配后模型的耗时</translation>
    </message>
    <message>
        <source>without</source>
        <translation>去掉</translation>
    </message>
    <message>
        <source>time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Are the outputs still right?</source>
        <translation>输出是否仍然正确？</translation>
    </message>
    <message>
        <source>%1 on %2 validation samples, against the original model in float</source>
        <translation>%1，使用 %2 个验证样本，与原始浮点模型比较</translation>
    </message>
    <message>
        <source>%1 on %2 held-out calibration samples, against the original model in float</source>
        <translation>%1，使用 %2 个留出的校准样本，与原始浮点模型比较</translation>
    </message>
    <message>
        <source>%1 on %2 random inputs</source>
        <translation>%1，使用 %2 组随机输入</translation>
    </message>
    <message>
        <source>give accuracy.validation, against the original model in float</source>
        <translation>请提供 accuracy.validation，与原始浮点模型比较</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>value [95 % interval]</source>
        <translation>数值 [95 % 区间]</translation>
    </message>
    <message>
        <source>in words</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>gate</source>
        <translation>门限</translation>
    </message>
    <message>
        <source>met</source>
        <translation>满足</translation>
    </message>
    <message>
        <source>not met: %1</source>
        <translation>未满足：%1</translation>
    </message>
    <message>
        <source>lowest cosine of an output</source>
        <translation>输出的最小余弦</translation>
    </message>
    <message>
        <source>%1 fidelity</source>
        <translation>保真度 %1</translation>
    </message>
    <message>
        <source>fidelity</source>
        <translation>保真度</translation>
    </message>
    <message>
        <source>Not verified: %1</source>
        <translation>未能验证：%1</translation>
    </message>
    <message>
        <source>What to know about unusual inputs</source>
        <translation>关于特殊输入须知</translation>
    </message>
    <message>
        <source>The adapted model was also given inputs at and beyond the edge of its data, and its inner values were compared</source>
        <translation>适配后的模型还接受了处于数据边界及其之外的输入，并比较了其内部数值</translation>
    </message>
    <message>
        <source>These findings did not decide</source>
        <translation>这些发现不影响决策</translation>
    </message>
    <message>
        <source>judge them by what your inputs can be</source>
        <translation>请根据实际可能的输入来判断</translation>
    </message>
    <message>
        <source>smallest batch</source>
        <translation>最小批</translation>
    </message>
    <message>
        <source>largest batch</source>
        <translation>最大批</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>lowest value</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>highest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>ten times the range</source>
        <translation>十倍范围</translation>
    </message>
    <message>
        <source>NaN in</source>
        <translation>输入含 NaN</translation>
    </message>
    <message>
        <source>infinity in</source>
        <translation>输入含无穷大</translation>
    </message>
    <message>
        <source>channel_bias</source>
        <translation>通道均值偏移</translation>
    </message>
    <message>
        <source>channel_variance</source>
        <translation>通道方差变化</translation>
    </message>
    <message>
        <source>worst_sample</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>The trade-off</source>
        <translation>权衡</translation>
    </message>
    <message>
        <source>Each point is a measured candidate: further left is faster, further up is better quality</source>
        <translation>每个点是一个实测候选：越靠左越快，越靠上质量越好</translation>
    </message>
    <message>
        <source>Each point is a simulated candidate: further left is faster, further up is better quality</source>
        <translation>每个点是一个仿真候选：越靠左越快，越靠上质量越好</translation>
    </message>
    <message>
        <source>All percentiles are one number</source>
        <translation>所有百分位数都是同一个数值</translation>
    </message>
    <message>
        <source>the model gives the same time for every request</source>
        <translation>模型对每个请求给出相同的时间</translation>
    </message>
    <message>
        <source>Quality in the search is %1 on the search&apos;s %2 samples</source>
        <translation>搜索中的质量为 %1，按搜索所用的 %2 个样本计算</translation>
    </message>
    <message>
        <source>Quality in the search is %1 on the search&apos;s samples</source>
        <translation>搜索中的质量为 %1，按搜索所用的样本计算</translation>
    </message>
    <message>
        <source>Only finalists were checked on all validation samples, and the limits of the final decision hold for those figures</source>
        <translation>只有入围者在全部验证样本上检查过，最终决策的限制以那些数值为准</translation>
    </message>
    <message>
        <source>quality in the search</source>
        <translation>搜索中的质量</translation>
    </message>
    <message>
        <source>quality, all samples</source>
        <translation>质量（全部样本）</translation>
    </message>
    <message>
        <source>Quality here is what the search saw</source>
        <translation>此处的质量是搜索所见的数值</translation>
    </message>
    <message>
        <source>the tables of models above have the figures of all validation samples</source>
        <translation>上方各模型表中的数值基于全部验证样本</translation>
    </message>
    <message>
        <source>%1 on the search&apos;s %2 samples</source>
        <translation>%1（搜索所用的 %2 个样本）</translation>
    </message>
    <message>
        <source>%1 on the search&apos;s samples</source>
        <translation>%1（搜索所用的样本）</translation>
    </message>
    <message>
        <source>accuracy, all validation samples</source>
        <translation>精度（全部验证样本）</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>已选定</translation>
    </message>
    <message>
        <source>chosen,</source>
        <translation>已选定，</translation>
    </message>
    <message>
        <source>original,</source>
        <translation>原始模型，</translation>
    </message>
    <message>
        <source>best trade-offs (Pareto front), ○ beaten on both by another</source>
        <translation>最佳权衡（帕累托前沿），○ 两项均被其他候选超过</translation>
    </message>
    <message>
        <source>Point at one for its name</source>
        <translation>将鼠标指向某点可查看名称</translation>
    </message>
    <message>
        <source>%1 — %2 of the time, %3</source>
        <translation>%1 — 耗时为 %2，%3</translation>
    </message>
    <message>
        <source>How the search went</source>
        <translation>搜索过程</translation>
    </message>
    <message>
        <source>candidates measured</source>
        <translation>已测候选数</translation>
    </message>
    <message>
        <source>candidates simulated</source>
        <translation>已仿真候选数</translation>
    </message>
    <message>
        <source>best relative time</source>
        <translation>最优相对耗时</translation>
    </message>
    <message>
        <source>What was tried</source>
        <translation>尝试过的方案</translation>
    </message>
    <message>
        <source>%1 candidates were %2, %3 of them failed a check</source>
        <translation>%2了 %1 个候选，其中 %3 个未通过检查</translation>
    </message>
    <message>
        <source>%1 candidate was %2, %3 of them failed a check</source>
        <translation>%2了 %1 个候选，其中 %3 个未通过检查</translation>
    </message>
    <message>
        <source>All candidates</source>
        <translation>全部候选</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>time / original</source>
        <translation>耗时 / 原始</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>scores %1 against %2 of the chosen one and is dominated</source>
        <translation>得分 %1，选定者为 %2，且被支配</translation>
    </message>
    <message>
        <source>scores %1 against %2 of the chosen one</source>
        <translation>得分 %1，选定者为 %2</translation>
    </message>
    <message>
        <source>is not better than the original (%1 of it)</source>
        <translation>不优于原始模型（为其 %1）</translation>
    </message>
    <message>
        <source>cannot be told from the original (%1 of it)</source>
        <translation>与原始模型无法区分（为其 %1）</translation>
    </message>
    <message>
        <source>cannot be told from the chosen one in the primary objective and is worse in the secondary</source>
        <translation>在首要目标上与选定者无法区分，次要目标更差</translation>
    </message>
    <message>
        <source>What failed, and why</source>
        <translation>哪些失败了，以及原因</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ruled out before measuring</source>
        <translation>测量前已排除</translation>
    </message>
    <message>
        <source>Where the prediction was wrong, and why</source>
        <translation>预测在哪里出错，以及原因</translation>
    </message>
    <message>
        <source>cause</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>remedy</source>
        <translation>对策</translation>
    </message>
    <message>
        <source>How to repeat this</source>
        <translation>如何复现</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>time for analysing</source>
        <translation>分析用时</translation>
    </message>
    <message>
        <source>time for baselines</source>
        <translation>基线用时</translation>
    </message>
    <message>
        <source>time for searching</source>
        <translation>搜索用时</translation>
    </message>
    <message>
        <source>time for finalists</source>
        <translation>入围测量用时</translation>
    </message>
    <message>
        <source>time for validating</source>
        <translation>验证用时</translation>
    </message>
    <message>
        <source>time for reporting</source>
        <translation>报告用时</translation>
    </message>
    <message>
        <source>The deployment as asked</source>
        <translation>所要求的部署</translation>
    </message>
    <message>
        <source>%1 sessions compared</source>
        <translation>%1 个会话的比较</translation>
    </message>
    <message>
        <source>Same model and target</source>
        <translation>模型与目标相同</translation>
    </message>
    <message>
        <source>Absolute times come from different periods of the device</source>
        <translation>绝对耗时来自设备的不同时段</translation>
    </message>
    <message>
        <source>what can be compared well are the ratios</source>
        <translation>可靠的比较对象是比值</translation>
    </message>
    <message>
        <source>Absolute values do not compare: %1</source>
        <translation>绝对数值不可比较：%1</translation>
    </message>
    <message>
        <source>The ratios are each against the session&apos;s own original</source>
        <translation>各比值均相对于该会话自己的原始模型</translation>
    </message>
    <message>
        <source>the models differ</source>
        <translation>模型不同</translation>
    </message>
    <message>
        <source>the targets differ</source>
        <translation>目标不同</translation>
    </message>
    <message>
        <source>some numbers are measured, some simulated</source>
        <translation>有些数值为实测，有些为仿真</translation>
    </message>
    <message>
        <source>What came out</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>Rows marked ≠ differ</source>
        <translation>标有 ≠ 的行存在差异</translation>
    </message>
    <message>
        <source>time relative to the session&apos;s own original</source>
        <translation>相对该会话自己的原始模型的耗时</translation>
    </message>
    <message>
        <source>%1 ≠</source>
        <translation>%1 ≠</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>adapt</source>
        <translation>适配</translation>
    </message>
    <message>
        <source>keep the original</source>
        <translation>保留原始模型</translation>
    </message>
    <message>
        <source>no candidate meets the limits</source>
        <translation>没有候选满足约束</translation>
    </message>
    <message>
        <source>time / its own original</source>
        <translation>耗时 / 自身原始模型</translation>
    </message>
    <message>
        <source>%1 (was %2)</source>
        <translation>%1（之前为 %2）</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>%1 tried, %2 failed</source>
        <translation>尝试 %1 个，失败 %2 个</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>objective</source>
        <translation>优化目标</translation>
    </message>
    <message>
        <source>%1, then %2</source>
        <translation>%1，其次 %2</translation>
    </message>
    <message>
        <source>latency at most</source>
        <translation>延迟上限</translation>
    </message>
    <message>
        <source>memory at most</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>accuracy may fall by</source>
        <translation>精度允许下降</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>threads at most</source>
        <translation>线程上限</translation>
    </message>
    <message>
        <source>Nothing: the original stays</source>
        <translation>无：保留原始模型</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between parts of a sentence</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, said of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>model, target</comment>
        <translation>%1，目标 %2</translation>
    </message>
    <message>
        <source>: %1</source>
        <comment>behind a name</comment>
        <translation>：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between reasons</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>MetaInfer: comparison of %1</source>
        <translation>MetaInfer：%1 的比较</translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message>
        <source>▶ Adapting</source>
        <translation>▶ 正在迁移</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <comment>state</comment>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>■ %1</source>
        <comment>state</comment>
        <translation>■ %1</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Analysing the model</source>
        <translation>分析模型</translation>
    </message>
    <message>
        <source>Measuring baselines</source>
        <translation>测量基线</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Measuring the finalists</source>
        <translation>测量入围候选</translation>
    </message>
    <message>
        <source>Validating</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>生成报告</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>analysing the model</source>
        <translation>正在分析模型</translation>
    </message>
    <message>
        <source>measuring the original</source>
        <translation>正在测量原始模型</translation>
    </message>
    <message>
        <source>measuring the options that an engineer would set by hand</source>
        <translation>正在测量工程师会手动设置的选项</translation>
    </message>
    <message>
        <source>checking the finalists on all validation data</source>
        <translation>正在用全部验证数据检查入围候选</translation>
    </message>
    <message>
        <source>measuring the finalists in turn with the original</source>
        <translation>正在与原始模型交替测量入围候选</translation>
    </message>
    <message>
        <source>measuring cold starts and operators</source>
        <translation>正在测量冷启动和各算子</translation>
    </message>
    <message>
        <source>confirming the best in a fresh run</source>
        <translation>正在重新运行以确认最优候选</translation>
    </message>
    <message>
        <source>taking the winner&apos;s changes out one at a time</source>
        <translation>正在逐项去除优胜者的改动</translation>
    </message>
    <message>
        <source>trying boundary cases, looking for anomalies</source>
        <translation>正在测试边界输入并查找异常</translation>
    </message>
    <message>
        <source>writing the results</source>
        <translation>正在写入结果</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>searching graph variants: %1 of %2 measured, best takes %3 of the time</source>
        <translation>正在搜索图变体：已测 %1 / %2，最优耗时为原来的 %3</translation>
    </message>
    <message>
        <source>searching mappings, best takes %1 of the time</source>
        <translation>正在搜索映射，最优耗时为原来的 %1</translation>
    </message>
    <message>
        <source>measuring %1 in full</source>
        <translation>正在完整测量 %1</translation>
    </message>
    <message>
        <source>Hardware profile</source>
        <translation>硬件档案</translation>
    </message>
    <message>
        <source>Times are simulated</source>
        <translation>时间为仿真值</translation>
    </message>
    <message>
        <source>No calibration data</source>
        <translation>没有校准数据</translation>
    </message>
    <message>
        <source>The data holds NaN</source>
        <translation>数据含 NaN</translation>
    </message>
    <message>
        <source>Unknown transforms are left out</source>
        <translation>忽略未知的变换</translation>
    </message>
    <message>
        <source>A precision is left out</source>
        <translation>排除一种数值精度</translation>
    </message>
    <message>
        <source>Operator model</source>
        <translation>算子模型</translation>
    </message>
    <message>
        <source>Experience found</source>
        <translation>找到已有经验</translation>
    </message>
    <message>
        <source>Experience shortens the search</source>
        <translation>经验缩短了搜索</translation>
    </message>
    <message>
        <source>Experience could not be written</source>
        <translation>无法写入经验</translation>
    </message>
    <message>
        <source>The original&apos;s outputs vary</source>
        <translation>原始模型的输出不稳定</translation>
    </message>
    <message>
        <source>The agent was lost and started anew</source>
        <translation>代理进程丢失，已重新启动</translation>
    </message>
    <message>
        <source>The original&apos;s outputs hold NaN</source>
        <translation>原始模型的输出含 NaN</translation>
    </message>
    <message>
        <source>Fusion could not be checked</source>
        <translation>无法检查融合情况</translation>
    </message>
    <message>
        <source>The sample model&apos;s own data are used</source>
        <translation>使用示例模型自带的数据</translation>
    </message>
    <message>
        <source>The experience store cannot be used</source>
        <translation>无法使用经验库</translation>
    </message>
    <message>
        <source>The environment changed since this session was begun</source>
        <translation>会话开始后环境发生了变化</translation>
    </message>
    <message>
        <source>Deployment file</source>
        <translation>部署文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>remark, detail</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>New best: %1, its score is %2 of the original&apos;s</source>
        <translation>新的最优：%1，得分为原始模型的 %2</translation>
    </message>
    <message>
        <source>%1 dropped out: %2</source>
        <translation>%1 被淘汰：%2</translation>
    </message>
    <message>
        <source>%1 takes %2 of the original&apos;s time; quality on the search&apos;s samples %3</source>
        <translation>%1 耗时为原始模型的 %2；搜索所用样本上的质量 %3</translation>
    </message>
    <message>
        <source>%1 takes %2 of the original&apos;s time</source>
        <translation>%1 耗时为原始模型的 %2</translation>
    </message>
    <message>
        <source>%1 was checked</source>
        <translation>已检查 %1</translation>
    </message>
    <message>
        <source>No candidate meets the limits</source>
        <translation>没有候选满足约束</translation>
    </message>
    <message>
        <source>%1 times as fast as the original</source>
        <translation>速度为原始模型的 %1 倍</translation>
    </message>
    <message>
        <source>Adapted to meet the limits</source>
        <translation>已适配以满足约束</translation>
    </message>
    <message>
        <source>Keep the original: adapting is not worth it here</source>
        <translation>保留原始模型：此处适配不划算</translation>
    </message>
    <message>
        <source>Begun %1: %2</source>
        <comment>time, event</comment>
        <translation>%1 开始：%2</translation>
    </message>
    <message>
        <source>Resumed %1: %2</source>
        <comment>time, event</comment>
        <translation>%1 继续：%2</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <comment>state</comment>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>▶ Adapting in another process</source>
        <translation>▶ 正在另一个进程中适配</translation>
    </message>
    <message>
        <source>■ Without its decision</source>
        <translation>■ 缺少决策</translation>
    </message>
    <message>
        <source>The decision of this session cannot be read. Resume decides again from what was measured. What is wrong stands under Diagnosis.</source>
        <translation>无法读取此会话的决策。“继续”会根据已有测量重新决策。问题详情见“诊断”。</translation>
    </message>
    <message>
        <source>Files of this session are damaged: %1. The rest is shown; all of it stands under Diagnosis.</source>
        <translation>此会话的文件已损坏：%1。其余内容照常显示；详情见“诊断”。</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>连接断开，正在重试</translation>
    </message>
    <message>
        <source>No manual baseline yet</source>
        <translation>尚无人工基线</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::AdvancedForm</name>
    <message>
        <source>Further limits</source>
        <translation>更多约束</translation>
    </message>
    <message>
        <source>Search over the graph</source>
        <translation>图搜索</translation>
    </message>
    <message>
        <source>Search over operators and mapping</source>
        <translation>算子与映射搜索</translation>
    </message>
    <message>
        <source>Wishes for parts of the model</source>
        <translation>对模型局部的要求</translation>
    </message>
    <message>
        <source>Power at most, W</source>
        <translation>功耗上限（瓦）</translation>
    </message>
    <message>
        <source>Where the device has a sensor; otherwise it cannot be shown to hold</source>
        <translation>设备带有传感器时有效；否则无法验证</translation>
    </message>
    <message>
        <source>Batch at most</source>
        <translation>批大小上限</translation>
    </message>
    <message>
        <source>Largest batch size of a request</source>
        <translation>单个请求的最大批大小</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>Instances of the model that share the device at the same time</source>
        <translation>同时共用设备的模型实例数</translation>
    </message>
    <message>
        <source>Share of the device</source>
        <translation>设备占用比例</translation>
    </message>
    <message>
        <source>As a fraction above 0, at most 1: other services need the rest</source>
        <translation>大于 0、至多为 1 的比例：其余留给其他服务</translation>
    </message>
    <message>
        <source>Power mode</source>
        <translation>功耗模式</translation>
    </message>
    <message>
        <source>As the device calls it</source>
        <translation>按设备上的名称填写</translation>
    </message>
    <message>
        <source>Background load</source>
        <translation>背景负载</translation>
    </message>
    <message>
        <source>A program that runs beside every measurement, as another service will</source>
        <translation>每次测量时同时运行的程序，代表其他服务的占用</translation>
    </message>
    <message>
        <source>Dynamic batch</source>
        <translation>动态批大小</translation>
    </message>
    <message>
        <source>Must the deployed model take batches of any size?</source>
        <translation>部署后的模型是否必须接受任意批大小？</translation>
    </message>
    <message>
        <source>Compiling on the device</source>
        <translation>在设备上编译</translation>
    </message>
    <message>
        <source>May the model be compiled again when it is deployed?</source>
        <translation>部署时是否允许重新编译模型？</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>What the session hands over</source>
        <translation>会话交付的内容</translation>
    </message>
    <message>
        <source>Not said</source>
        <translation>未指定</translation>
    </message>
    <message>
        <source>Must be supported</source>
        <translation>必须支持</translation>
    </message>
    <message>
        <source>Is not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>Compiled for the target as well</source>
        <translation>同时为目标编译</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>How often candidates are proposed</source>
        <translation>提出候选的次数</translation>
    </message>
    <message>
        <source>Candidates a round</source>
        <translation>每轮候选数</translation>
    </message>
    <message>
        <source>How many are measured before the next ones are proposed</source>
        <translation>每提出下一批之前测量的数量</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>探索比例</translation>
    </message>
    <message>
        <source>Share of candidates that try something new, from 0 to 1</source>
        <translation>尝试新方案的候选所占比例，0 到 1</translation>
    </message>
    <message>
        <source>Transforms</source>
        <translation>变换</translation>
    </message>
    <message>
        <source>Rewrite rules and groups of them, separated by commas; empty = all</source>
        <translation>改写规则或规则组，以逗号分隔；留空 = 全部</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Whose mapping is searched; empty = the bottlenecks that are found</source>
        <translation>对哪些算子搜索映射；留空 = 已发现的瓶颈</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>数据布局</translation>
    </message>
    <message>
        <source>Data layouts to try, separated by commas</source>
        <translation>要尝试的数据布局，以逗号分隔</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Fused forms to try, separated by commas</source>
        <translation>要尝试的融合形式，以逗号分隔</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Multiples of the target&apos;s matrix tile, rows x columns</source>
        <translation>目标矩阵分块的倍数，行x列</translation>
    </message>
    <message>
        <source>Trials an operator</source>
        <translation>每个算子的试验数</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>Measurements of each trial, at least 3; their median counts</source>
        <translation>每次试验的测量次数，至少 3 次；取中位数</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>A candidate that is further from its prediction is analysed</source>
        <translation>与预测相差超过此值的候选会被分析</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>并发流</translation>
    </message>
    <message>
        <source>How many run at the same time</source>
        <translation>同时运行的数量</translation>
    </message>
    <message>
        <source>From the most downward until the gain converges</source>
        <translation>从最多开始递减，直到收益收敛</translation>
    </message>
    <message>
        <source>As many as the device takes</source>
        <translation>设备允许的最大数</translation>
    </message>
    <message>
        <source>One</source>
        <translation>一个</translation>
    </message>
    <message>
        <source>Intents</source>
        <translation>意图</translation>
    </message>
    <message>
        <source>Which nodes, what they are for, in which layout and precisions</source>
        <translation>哪些节点、用途、布局与数值精度</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::CodePanel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制：%1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::CopyTable</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy with &amp;header</source>
        <translation>连同表头复制(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Select all</source>
        <translation>全选(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Original order</source>
        <translation>原始顺序(&amp;O)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::IntentTable</name>
    <message>
        <source>Nodes or scope</source>
        <translation>节点或作用域</translation>
    </message>
    <message>
        <source>Is for</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Precisions</source>
        <translation>数值精度</translation>
    </message>
    <message>
        <source>Wishes for parts of the model</source>
        <translation>对模型局部的要求</translation>
    </message>
    <message>
        <source>–</source>
        <comment>no intent</comment>
        <translation>–</translation>
    </message>
    <message>
        <source>low latency</source>
        <translation>低延迟</translation>
    </message>
    <message>
        <source>little memory</source>
        <translation>少占内存</translation>
    </message>
    <message>
        <source>little power</source>
        <translation>低功耗</translation>
    </message>
    <message>
        <source>What these nodes are for</source>
        <translation>这些节点的用途</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a wish for a part of the model</source>
        <translation>添加对模型局部的要求</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the selected wish</source>
        <translation>移除选中的要求</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::MigrationForm</name>
    <message>
        <source>This machine (measured)</source>
        <translation>本机（实测）</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source>%1 (%2, simulated)</source>
        <translation>%1（%2，仿真）</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Fidelity: outputs close to the original&apos;s</source>
        <translation>保真度：输出与原始模型的接近程度</translation>
    </message>
    <message>
        <source>Top-1 accuracy (labels in the data)</source>
        <translation>Top-1 准确率（数据含标签）</translation>
    </message>
    <message>
        <source>mAP at IoU 0.5 (boxes in the data)</source>
        <translation>IoU 0.5 的 mAP（数据含框）</translation>
    </message>
    <message>
        <source>Own program</source>
        <translation>自定义程序</translation>
    </message>
    <message>
        <source>Model and target</source>
        <translation>模型与目标</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>优化目标</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Choose one of the sample models with its data</source>
        <translation>选择一个带数据的示例模型</translation>
    </message>
    <message>
        <source>Sample models</source>
        <translation>示例模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>An ONNX file, or the name of a sample model</source>
        <translation>ONNX 文件，或示例模型的名称</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX 模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose, type or drop a model.onnx</source>
        <translation>选择、输入或拖入 model.onnx</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>目标(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Session folder</source>
        <translation>会话文件夹(&amp;S)</translation>
    </message>
    <message>
        <source>A new folder that will hold all that is tried, measured and decided</source>
        <translation>新文件夹，保存所有尝试、测量和决策</translation>
    </message>
    <message>
        <source>Session folder</source>
        <translation>会话文件夹</translation>
    </message>
    <message>
        <source>A new folder</source>
        <translation>新文件夹</translation>
    </message>
    <message>
        <source>&amp;Optimize</source>
        <translation>优化(&amp;O)</translation>
    </message>
    <message>
        <source>The first one decides; the second one breaks ties</source>
        <translation>第一项决定结果；第二项用于区分并列</translation>
    </message>
    <message>
        <source>Objective %1</source>
        <translation>目标 %1</translation>
    </message>
    <message>
        <source>Weight of objective %1</source>
        <translation>目标 %1 的权重</translation>
    </message>
    <message>
        <source>&amp;Weigh them into one score</source>
        <translation>加权合成一个得分(&amp;W)</translation>
    </message>
    <message>
        <source>Latency at most, ms</source>
        <translation>延迟上限（毫秒）</translation>
    </message>
    <message>
        <source>A hard limit on the latency objective, or on p95</source>
        <translation>对延迟目标（或 p95）的硬约束</translation>
    </message>
    <message>
        <source>Memory at most, MB</source>
        <translation>内存上限（MB）</translation>
    </message>
    <message>
        <source>Peak memory, 1 MB = 2^20 bytes</source>
        <translation>峰值内存，1 MB = 2^20 字节</translation>
    </message>
    <message>
        <source>Accuracy may fall by, points</source>
        <translation>精度允许下降（百分点）</translation>
    </message>
    <message>
        <source>Percentage points below the original; 1 means from 90 % to 89 %. Empty: 1, or no limit when a least accuracy is asked for</source>
        <translation>相对原始模型的百分点；1 表示从 90 % 降到 89 %。留空表示 1；若要求了最低精度，则留空表示无限制</translation>
    </message>
    <message>
        <source>&amp;Calibration</source>
        <translation>校准(&amp;C)</translation>
    </message>
    <message>
        <source>Typical inputs from which int8 ranges are taken</source>
        <translation>用于确定 int8 范围的典型输入</translation>
    </message>
    <message>
        <source>Calibration data</source>
        <translation>校准数据</translation>
    </message>
    <message>
        <source>NumPy data (*.npz *.npy);;All files (*)</source>
        <translation>NumPy 数据 (*.npz *.npy);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Without it, int8 is calibrated on random values</source>
        <translation>若不提供，int8 用随机值校准</translation>
    </message>
    <message>
        <source>Va&amp;lidation</source>
        <translation>验证(&amp;L)</translation>
    </message>
    <message>
        <source>Other inputs, which calibration never sees; the gate is judged on them</source>
        <translation>校准未使用的另一批输入；门限据此判定</translation>
    </message>
    <message>
        <source>Validation data</source>
        <translation>验证数据</translation>
    </message>
    <message>
        <source>Without it, outputs are compared on random values</source>
        <translation>若不提供，则用随机值比较输出</translation>
    </message>
    <message>
        <source>Accuracy metric</source>
        <translation>精度指标</translation>
    </message>
    <message>
        <source>How accuracy is judged</source>
        <translation>如何评估精度</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Takes a model&apos;s path and prints a JSON object with the metric</source>
        <translation>接收模型路径，输出含指标的 JSON 对象</translation>
    </message>
    <message>
        <source>Accuracy at least</source>
        <translation>精度下限</translation>
    </message>
    <message>
        <source>As a fraction, 0.9 is 90 %</source>
        <translation>用小数表示，0.9 即 90 %</translation>
    </message>
    <message>
        <source>B&amp;udget, candidates</source>
        <translation>预算（候选数）(&amp;U)</translation>
    </message>
    <message>
        <source>How many candidates are measured</source>
        <translation>要测量的候选数量</translation>
    </message>
    <message>
        <source>T&amp;ime limit</source>
        <translation>时间上限(&amp;I)</translation>
    </message>
    <message>
        <source>For example 90s, 10m or 1h30m</source>
        <translation>例如 90s、10m 或 1h30m</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>随机种子(&amp;D)</translation>
    </message>
    <message>
        <source>The same seed gives the same search</source>
        <translation>相同的种子得到相同的搜索</translation>
    </message>
    <message>
        <source>Threads at most</source>
        <translation>线程上限</translation>
    </message>
    <message>
        <source>Cores that the deployed model may use; empty = all</source>
        <translation>部署后的模型可用的核数；留空 = 全部</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>自由维度</translation>
    </message>
    <message>
        <source>Sizes of the model&apos;s dynamic dimensions: batch=1, sequence=128</source>
        <translation>模型动态维度的大小：batch=1, sequence=128</translation>
    </message>
    <message>
        <source>batch=1, sequence=128</source>
        <translation>batch=1, sequence=128</translation>
    </message>
    <message>
        <source>Use and extend the &amp;experience of earlier sessions</source>
        <translation>使用并扩充以往会话的经验(&amp;E)</translation>
    </message>
    <message>
        <source>Advanced: search, further limits, wishes</source>
        <translation>高级：搜索、更多约束与局部要求</translation>
    </message>
    <message>
        <source>No sample models were found. They lie in the folder sample_models of the source and of the installation; METAINFER_SAMPLES may name another one</source>
        <translation>未找到示例模型。它们位于源码和安装目录的 sample_models 文件夹中；也可用 METAINFER_SAMPLES 指定其他文件夹</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>%1 when empty</source>
        <comment>percentage points</comment>
        <translation>留空为 %1</translation>
    </message>
    <message>
        <source>Boards over SSH</source>
        <translation>SSH 开发板</translation>
    </message>
    <message>
        <source>Toolchains</source>
        <translation>工具链</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>%1 (%2, measured)</source>
        <comment>board, address</comment>
        <translation>%1（%2，实测）</translation>
    </message>
    <message>
        <source>%1 (toolchain, measured)</source>
        <translation>%1（工具链，实测）</translation>
    </message>
    <message>
        <source>%1 (%2, measured)</source>
        <comment>toolchain, tool</comment>
        <translation>%1（%2，实测）</translation>
    </message>
    <message>
        <source>This machine, a board or a toolchain, which are measured; or a hardware profile, which is simulated</source>
        <translation>本机、开发板或工具链（实测）；或硬件档案（仿真）</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::PathField</name>
    <message>
        <source>Choose %1</source>
        <translation>选择%1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ResultModel</name>
    <message>
        <source>Accuracy (%1)</source>
        <translation>精度（%1）</translation>
    </message>
    <message>
        <source>Time relative to the original</source>
        <translation>相对原始模型的耗时</translation>
    </message>
    <message>
        <source>Verdict against the original</source>
        <translation>与原始模型相比</translation>
    </message>
    <message>
        <source>Verdict against hand-tuned</source>
        <translation>与手动调优相比</translation>
    </message>
    <message>
        <source>Single numbers are</source>
        <translation>单项数值</translation>
    </message>
    <message>
        <source>Variant and options</source>
        <translation>变体与选项</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>value, source</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>value, source</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Both took turns in one run; %1 clock</source>
        <translation>两者在同一次运行中交替测量；时钟：%1</translation>
    </message>
    <message>
        <source>Simulated, not measured</source>
        <translation>仿真，非实测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>Hand-tuned</source>
        <translation>手动调优</translation>
    </message>
    <message>
        <source>Adapted</source>
        <translation>适配后</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::StageList</name>
    <message>
        <source>%1: to come</source>
        <translation>%1：未开始</translation>
    </message>
    <message>
        <source>%1: at work</source>
        <translation>%1：进行中</translation>
    </message>
    <message>
        <source>%1: done</source>
        <translation>%1：已完成</translation>
    </message>
    <message>
        <source>%1: stopped here</source>
        <translation>%1：在此停止</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ConfirmDialog</name>
    <message>
        <source>Please confirm</source>
        <translation>请确认</translation>
    </message>
    <message>
        <source>Unknown host key</source>
        <translation>未知的主机密钥</translation>
    </message>
    <message>
        <source>Fingerprint of the host key</source>
        <translation>主机密钥的指纹</translation>
    </message>
    <message>
        <source>This device is not known yet</source>
        <translation>尚不认识此设备</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::EventModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::LinkWatch</name>
    <message>
        <source>%1: connection lost, trying again</source>
        <comment>device</comment>
        <translation>%1：连接断开，正在重试</translation>
    </message>
    <message>
        <source>%1: connection lost, trying again (%2)</source>
        <comment>device, why</comment>
        <translation>%1：连接断开，正在重试（%2）</translation>
    </message>
    <message>
        <source>%1: connected again</source>
        <translation>%1：已重新连接</translation>
    </message>
    <message>
        <source>%1: the connection is given up. %2</source>
        <comment>device, why</comment>
        <translation>%1：已放弃连接。%2</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::NewMigrationPage</name>
    <message>
        <source>Open deployment</source>
        <translation>打开部署文件</translation>
    </message>
    <message>
        <source>Deployments (*.yaml *.yml)</source>
        <translation>部署文件 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Ready. Everything is written to the session folder.</source>
        <translation>就绪。所有内容都会写入会话文件夹。</translation>
    </message>
    <message>
        <source>Choose a model to begin.</source>
        <translation>请先选择模型。</translation>
    </message>
    <message>
        <source>New migration</source>
        <translation>新建迁移</translation>
    </message>
    <message>
        <source>O&amp;pen deployment…</source>
        <translation>打开部署文件(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Back to the session</source>
        <translation>返回会话(&amp;B)</translation>
    </message>
    <message>
        <source>First time here? Adapt a sample model now</source>
        <translation>第一次使用？现在就迁移一个示例模型</translation>
    </message>
    <message>
        <source>A small trained image classifier with its data is adapted, measured and checked, start to finish. On this machine it takes one to two minutes; on a simulated accelerator a few seconds.</source>
        <translation>对一个自带数据、已训练好的小型图像分类模型完成适配、测量和检查的全过程。在本机需要一到两分钟；在仿真加速器上只需几秒。</translation>
    </message>
    <message>
        <source>Adapt it on this machi&amp;ne</source>
        <translation>在本机上迁移(&amp;N)</translation>
    </message>
    <message>
        <source>On a simulated accelerato&amp;r</source>
        <translation>在仿真加速器上(&amp;R)</translation>
    </message>
    <message>
        <source>The same as deployment.yaml</source>
        <translation>等效的 deployment.yaml</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>等效的命令行</translation>
    </message>
    <message>
        <source>&amp;Adapt</source>
        <translation>开始迁移(&amp;A)</translation>
    </message>
    <message>
        <source>Appears as the form is filled in</source>
        <translation>填写表单后显示在此处</translation>
    </message>
    <message>
        <source>Fields that need attention: %1</source>
        <translation>需要处理的字段：%1</translation>
    </message>
    <message>
        <source>Open session %1</source>
        <translation>打开会话 %1</translation>
    </message>
    <message>
        <source>Open again:</source>
        <translation>再次打开：</translation>
    </message>
    <message>
        <source>First time here? Choose a model below</source>
        <translation>第一次使用？请在下面选择一个模型</translation>
    </message>
    <message>
        <source>An ONNX file of yours is all that is needed. The sample models, which come with the program, were not found; METAINFER_SAMPLES may name their folder.</source>
        <translation>只需要您自己的一个 ONNX 文件。未找到随程序提供的示例模型；可用 METAINFER_SAMPLES 指定其文件夹。</translation>
    </message>
    <message>
        <source>Show the first</source>
        <translation>显示第一项</translation>
    </message>
    <message>
        <source>Goes to the first field that needs attention</source>
        <translation>转到第一个需要注意的字段</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ReportsPlace</name>
    <message>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Export report as %1</source>
        <translation>将报告导出为 %1</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1 文件 (*.%2)</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出 %1</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>No report yet</source>
        <translation>尚无报告</translation>
    </message>
    <message>
        <source>This report cannot be made</source>
        <translation>无法生成此报告</translation>
    </message>
    <message>
        <source>A report is written when a session is done. Start one, or open a finished session folder.</source>
        <translation>会话完成后会生成报告。请开始一个会话，或打开已完成的会话文件夹。</translation>
    </message>
    <message>
        <source>Go to the session</source>
        <translation>前往会话</translation>
    </message>
    <message>
        <source>Export the report as %1</source>
        <translation>将报告导出为 %1</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Read and export reports; compare sessions</source>
        <translation>阅读和导出报告；比较会话</translation>
    </message>
    <message>
        <source>No other session is known</source>
        <translation>没有其他会话</translation>
    </message>
    <message>
        <source>Choose with the button above which sessions %1 is to be compared with.</source>
        <translation>请用上方的按钮选择要与 %1 比较的会话。</translation>
    </message>
    <message>
        <source>Written: %1. On the command line: %2</source>
        <translation>已写入：%1。等效的命令行：%2</translation>
    </message>
    <message>
        <source>Migration report</source>
        <translation>迁移报告</translation>
    </message>
    <message>
        <source>Comparison of sessions</source>
        <translation>会话比较</translation>
    </message>
    <message>
        <source>Kind of report</source>
        <translation>报告类型</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>与之比较</translation>
    </message>
    <message>
        <source>Choose the sessions to compare this one with</source>
        <translation>选择要与当前会话比较的会话</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::RunPage</name>
    <message>
        <source>&amp;Open folder</source>
        <translation>打开文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>The session&apos;s folder: adapted.onnx, mapping.json, report.html</source>
        <translation>会话文件夹：adapted.onnx、mapping.json、report.html</translation>
    </message>
    <message>
        <source>No file manager could be started; the folder is %1</source>
        <translation>无法启动文件管理器；文件夹为 %1</translation>
    </message>
    <message>
        <source>Pausing: waiting for the running measurement…</source>
        <translation>正在暂停：等待当前测量结束…</translation>
    </message>
    <message>
        <source>%1 %, about %2 left: %3</source>
        <comment>share, time, what is done</comment>
        <translation>%1 %，约剩 %2：%3</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>%1 %: %2</source>
        <comment>share, what is done</comment>
        <translation>%1 %：%2</translation>
    </message>
    <message>
        <source>%1 was chosen</source>
        <translation>选中 %1</translation>
    </message>
    <message>
        <source>%1 takes %2 of the original&apos;s score</source>
        <translation>%1 的得分为原始模型的 %2</translation>
    </message>
    <message>
        <source>Nothing better than the original yet</source>
        <translation>尚无优于原始模型的候选</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>model, target</comment>
        <translation>%1，目标 %2</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Stops now and keeps everything that was measured. Resume goes on from there.</source>
        <translation>立即停止并保留所有测量结果。之后可从此处继续。</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>继续(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Everything measured so far is kept in the folder. Resume goes on from there, today or later.</source>
        <translation>已测得的结果都保存在文件夹中，随时可以从此处继续。</translation>
    </message>
    <message>
        <source>Progress of the adaptation</source>
        <translation>迁移进度</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>当前最优</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>等效的命令行</translation>
    </message>
    <message>
        <source>&amp;Report</source>
        <translation>报告(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Candidates</source>
        <translation>候选(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Model before and after</source>
        <translation>前后模型对比(&amp;M)</translation>
    </message>
    <message>
        <source>Result: original, hand-tuned and adapted</source>
        <translation>结果：原始、手动调优与适配后</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>过程</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Candidates measured: %1, dropped out: %2</source>
        <translation>已测候选：%1，淘汰：%2</translation>
    </message>
    <message>
        <source>Events appear here while the session runs.</source>
        <translation>会话运行时，事件显示在此处。</translation>
    </message>
    <message>
        <source>This session was written by an older version, which kept no events. What was tried stands under Candidates.</source>
        <translation>此会话由旧版本写入，没有保留事件。尝试过的内容见“候选”。</translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation>请求内容</translation>
    </message>
    <message>
        <source>Details of the session</source>
        <translation>会话详情</translation>
    </message>
    <message>
        <source>Deployment as YAML</source>
        <translation>部署（YAML）</translation>
    </message>
    <message>
        <source>Another process adapts in this folder. What it reaches is shown here; it is paused where it was started.</source>
        <translation>另一个进程正在此文件夹中进行适配。其进展显示在这里；要暂停请到启动它的地方。</translation>
    </message>
    <message>
        <source>&amp;Back to the form</source>
        <translation>返回表单(&amp;B)</translation>
    </message>
    <message>
        <source>Fills the form as this run was asked, so that it can be corrected</source>
        <translation>按这次运行的要求填写表单，以便修改</translation>
    </message>
    <message>
        <source>! %1</source>
        <comment>warning</comment>
        <translation>! %1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SecretDialog</name>
    <message>
        <source>A secret is needed</source>
        <translation>需要口令</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>Show what is typed</source>
        <translation>显示输入的内容</translation>
    </message>
    <message>
        <source>Kept in memory while the program runs, so that connecting again does not ask again; never written anywhere.</source>
        <translation>仅在程序运行期间保存在内存中，以便重新连接时不再询问；从不写入任何地方。</translation>
    </message>
    <message>
        <source>✕ That was not accepted. Try once more.</source>
        <translation>✕ 未被接受，请再试一次。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SessionCard</name>
    <message>
        <source>%1 on %2</source>
        <comment>model, target</comment>
        <translation>%1，目标 %2</translation>
    </message>
    <message>
        <source>%1, about %2 left</source>
        <comment>what is done, time</comment>
        <translation>%1，约剩 %2</translation>
    </message>
    <message>
        <source>Best so far: %1, %2 of the original&apos;s score</source>
        <translation>当前最优：%1，为原始模型得分的 %2</translation>
    </message>
    <message>
        <source>Nothing better than the original yet</source>
        <translation>尚无优于原始模型的候选</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Progress of the adaptation</source>
        <translation>迁移进度</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>action, session</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Stopped in: %1</source>
        <comment>stage</comment>
        <translation>停止于：%1</translation>
    </message>
    <message>
        <source>Candidates measured: %1, dropped out: %2</source>
        <translation>已测候选：%1，淘汰：%2</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SessionPlace</name>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Start a migration and watch it</source>
        <translation>开始迁移并观察进度</translation>
    </message>
    <message>
        <source>New migration</source>
        <translation>新建迁移</translation>
    </message>
    <message>
        <source>Open sessions side by side</source>
        <translation>并排查看打开的会话</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SessionPresenter</name>
    <message>
        <source>Adapting %1</source>
        <translation>正在迁移 %1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SessionsPage</name>
    <message>
        <source>Open sessions side by side</source>
        <translation>并排查看打开的会话</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::Workspace</name>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>%1 is a folder, but no session (it holds no session.json)</source>
        <translation>%1 是文件夹，但不是会话（其中没有 session.json）</translation>
    </message>
    <message>
        <source>Open a session folder, a model (.onnx) or a YAML file.</source>
        <translation>请打开会话文件夹、模型 (.onnx) 或 YAML 文件。</translation>
    </message>
    <message>
        <source>%1 is nothing that can be opened here</source>
        <translation>此处无法打开 %1</translation>
    </message>
    <message>
        <source>Open a session folder, a model (.onnx), a deployment or a hardware profile (.yaml).</source>
        <translation>请打开会话文件夹、模型 (.onnx)、部署文件或硬件档案 (.yaml)。</translation>
    </message>
</context>
</TS>
